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

/// News from one thread to another.  Any thread puts them in; the thread of the reader gets them in order, all that
/// came since its last turn at a time.  The box outlives its reader for as long as somebody may write: hold it by a
/// shared_ptr (make()).
template <class News>
class Mailbox : public std::enable_shared_from_this<Mailbox<News>> {
 public:
  using Read = std::function<void(std::vector<News>)>;

  /// `read` is called on the thread of `reader`, from its event loop.
  static std::shared_ptr<Mailbox> make(QObject* reader, Read read) {
    return std::shared_ptr<Mailbox>(new Mailbox(reader, std::move(read)));
  }

  /// News that come after detach() are lost.
  void put(News news) {
    const std::lock_guard lock(guard_);
    if (reader_ == nullptr) return;
    news_.push_back(std::move(news));
    if (std::exchange(called_, true)) return;
    QMetaObject::invokeMethod(
        reader_, [box = this->shared_from_this()] { box->deliver(); }, Qt::QueuedConnection);
  }

  /// The reader hears nothing any more, also of what is on its way.  Called on the reader's thread, and before the
  /// reader goes.
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
    const auto keep = this->shared_from_this();  // reading may let go of the box
    if (!news.empty()) read_(std::move(news));
  }

  std::mutex guard_;
  QObject* reader_;
  Read read_;
  std::vector<News> news_;
  bool called_ = false;  ///< a call is on its way to the reader
};

}  // namespace slurry::ui
