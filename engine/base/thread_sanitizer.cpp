// SPDX-License-Identifier: BSD-3-Clause
// Kokkos' Threads back end (3.x) hands work to its threads through volatile flags and memory fences, which the thread
// sanitizer does not know as synchronisation.  GCC can call functions at accesses to volatile objects
// (--param tsan-distinguish-volatile=1); here they become what they are meant as: a store releases, a load acquires.
// The calls come before the access: a load may see a store whose release its own acquire just missed.  All flags
// therefore share one point of synchronisation, and stores acquire too: Kokkos writes or reads another flag before it
// touches what the first one guards.
// Only in builds with SLURRY_SANITIZE=thread.  No code of ours uses volatile objects.

extern "C" {

void __tsan_acquire(void* address);
void __tsan_release(void* address);

static char kokkos_flags;

#define SLURRY_VOLATILE_ACCESS(bytes)                  \
  void __tsan_volatile_read##bytes(void*) {            \
    __tsan_acquire(&kokkos_flags);                     \
  }                                                    \
  void __tsan_volatile_write##bytes(void*) {           \
    __tsan_acquire(&kokkos_flags);                     \
    __tsan_release(&kokkos_flags);                     \
  }                                                    \
  void __tsan_unaligned_volatile_read##bytes(void*) {  \
    __tsan_acquire(&kokkos_flags);                     \
  }                                                    \
  void __tsan_unaligned_volatile_write##bytes(void*) { \
    __tsan_volatile_write##bytes(nullptr);             \
  }

SLURRY_VOLATILE_ACCESS(1)
SLURRY_VOLATILE_ACCESS(2)
SLURRY_VOLATILE_ACCESS(4)
SLURRY_VOLATILE_ACCESS(8)
SLURRY_VOLATILE_ACCESS(16)
}
