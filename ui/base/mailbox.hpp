// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QMetaObject>
#include <QObject>

#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace slurry::ui {

/// Passes messages from one thread to another. Any thread may put messages in. The reader's thread gets them in order,
/// and each time all that arrived since the last time. The mailbox must live as long as a thread may write, so hold it
/// by a shared_ptr (make()).
template <class News>
class Mailbox : public std::enable_shared_from_this<Mailbox<News>> {
 public:
  using Read = std::function<void(std::vector<News>)>;

  /// `read` is called on the thread of `reader`, from its event loop.
  static std::shared_ptr<Mailbox> make(QObject* reader, Read read) {
    return std::shared_ptr<Mailbox>(new Mailbox(reader, std::move(read)));
  }

  /// Adds a message. Messages after detach() are lost.
  void put(News news) {
    const std::lock_guard lock(guard_);
    if (reader_ == nullptr) return;
    news_.push_back(std::move(news));
    if (std::exchange(called_, true)) return;
    QMetaObject::invokeMethod(
        reader_, [box = this->shared_from_this()] { box->deliver(); }, Qt::QueuedConnection);
  }

  /// Ends reading. Messages that were not yet read are lost. Call it on the reader's thread before the reader is
  /// destroyed.
  void detach() {
    const std::lock_guard lock(guard_);
    reader_ = nullptr;
    news_.clear();
  }

 private:
  Mailbox(QObject* reader, Read read) : reader_(reader), read_(std::move(read)) {}

  void deliver() {
    std::vector<News> news;
    {
      const std::lock_guard lock(guard_);
      called_ = false;
      if (reader_ == nullptr) return;
      news.swap(news_);
    }
    const auto keep = this->shared_from_this();  // keeps the mailbox alive, since reading may release it
    if (!news.empty()) read_(std::move(news));
  }

  std::mutex guard_;
  QObject* reader_;
  Read read_;
  std::vector<News> news_;
  bool called_ = false;  ///< a call to the reader has been posted
};

}  // namespace slurry::ui
