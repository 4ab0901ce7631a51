// SPDX-License-Identifier: BSD-3-Clause
#include "slurry/session.hpp"

#include <utility>

#include "session/engine_thread.hpp"
#include "session/experiment.hpp"

namespace slurry {

struct Session::Impl {
  EngineThread& thread;
  std::shared_ptr<Experiment> experiment;

  explicit Impl(const RuntimeOptions& options)
      : thread(EngineThread::instance(options)),
        experiment(std::make_shared<Experiment>([rates = options.rates](PointMobilitySetup setup) {
          setup.rates = rates;
          return make_point_mobility(setup);
        })) {
    thread.add(experiment);
  }
  ~Impl() {
    experiment->interruption.end();
    thread.remove(experiment);
  }
};

Session::Session(const RuntimeOptions& options) : impl_(std::make_unique<Impl>(options)) {}

Session::~Session() {
  set_listener({});
}

std::vector<std::shared_ptr<const Moment>> Session::take_moments() {
  return impl_->experiment->moments.take();
}

CommandNumber Session::post(Command command) {
  const CommandNumber number = impl_->experiment->post(std::move(command));
  impl_->thread.wake();
  return number;
}

std::shared_ptr<const Series> Session::series() const {
  return impl_->experiment->series.latest();
}

std::shared_ptr<const Snapshot> Session::latest() const {
  return impl_->experiment->snapshots.latest();
}

std::shared_ptr<const Snapshot> Session::wait_for(CommandNumber number, double seconds) const {
  return impl_->experiment->snapshots.wait(seconds, [=](const Snapshot& s) { return s.last_command >= number; });
}

std::shared_ptr<const Snapshot> Session::wait_newer(std::uint64_t number, double seconds) const {
  return impl_->experiment->snapshots.wait(seconds, [=](const Snapshot& s) { return s.number > number; });
}

void Session::set_listener(std::function<void()> listener) {
  impl_->experiment->snapshots.set_listener(std::move(listener));
}

void Session::end_long_work() {
  impl_->experiment->interruption.ask();
}

void Session::end_soon() {
  impl_->experiment->interruption.end();
  impl_->thread.wake();
}

RuntimeInfo Session::runtime() const {
  return impl_->thread.info();
}

}  // namespace slurry
