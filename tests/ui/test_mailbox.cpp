// SPDX-License-Identifier: BSD-3-Clause
// News between threads, without a window.
#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QThread>

#include <atomic>
#include <thread>
#include <vector>

#include "base/mailbox.hpp"
#include "ui/support/event_loop.hpp"

namespace slurry::ui {
namespace {

TEST(Mailbox, NewsOfOtherThreadsComeInOrder_OnTheReadersThread_AllAtOnce) {
  const testing::EventLoop loop;
  QObject reader;
  std::vector<int> got;
  int turns = 0;
  const auto box = Mailbox<int>::make(&reader, [&](std::vector<int> news) {
    EXPECT_EQ(QThread::currentThread(), reader.thread());
    got.insert(got.end(), news.begin(), news.end());
    ++turns;
  });
  std::thread([&] {
    for (int i = 0; i < 1000; ++i) box->put(i);
  }).join();
  QCoreApplication::processEvents();
  ASSERT_EQ(got.size(), 1000u);
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(got[static_cast<std::size_t>(i)], i);
  EXPECT_EQ(turns, 1);  // one call was on its way, whatever came meanwhile
  box->put(7);
  QCoreApplication::processEvents();
  EXPECT_EQ(got.back(), 7);
}

TEST(Mailbox, LateNewsOfADetachedBoxAreLost_AndItOutlivesItsReader) {
  const testing::EventLoop loop;
  int read = 0;
  std::shared_ptr<Mailbox<int>> box;
  {
    QObject reader;
    box = Mailbox<int>::make(&reader, [&](const std::vector<int>&) { ++read; });
    box->put(1);
    box->detach();  // of what is on its way too
    QCoreApplication::processEvents();
  }
  box->put(2);
  QCoreApplication::processEvents();
  EXPECT_EQ(read, 0);
}

TEST(Mailbox, WhileManyWriteNothingIsLostOrRepeated) {
  const testing::EventLoop loop;
  QObject reader;
  long sum = 0, count = 0;
  const auto box = Mailbox<int>::make(&reader, [&](const std::vector<int>& news) {
    for (const int n : news) sum += n, ++count;
  });
  std::atomic<int> done = 0;
  std::vector<std::thread> writers;
  for (int w = 0; w < 4; ++w)
    writers.emplace_back([&, w] {
      for (int i = 0; i < 500; ++i) box->put(500 * w + i);
      ++done;
    });
  while (done < 4) QCoreApplication::processEvents();
  for (std::thread& w : writers) w.join();
  QCoreApplication::processEvents();
  EXPECT_EQ(count, 2000);
  EXPECT_EQ(sum, 1999L * 2000 / 2);
}

}  // namespace
}  // namespace slurry::ui
