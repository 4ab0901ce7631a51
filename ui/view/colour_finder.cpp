// SPDX-License-Identifier: BSD-3-Clause
#include "view/colour_finder.hpp"

#include <utility>

#include "models/colour_by.hpp"

namespace slurry::ui {
namespace {

ColourValues colour_values(const SnapshotPtr& moment, const std::string& by) {
  return {moment, by, body_values(*moment, colour_quantity(moment->values.table(), by))};
}

}  // namespace

ColourFinder::ColourFinder(QObject* parent) : QObject(parent) {
  thread_.setMaxThreadCount(1);
  forget();
}

ColourFinder::~ColourFinder() {
  mailbox_->detach();
}

bool ColourFinder::want(const SnapshotPtr& moment, const std::string& by) {
  moment_ = moment;
  by_ = by;
  if (newest_.moment == moment && newest_.by == by) return true;
  if (colour_quantity(moment->values.table(), by).of_velocity != nullptr) {
    newest_ = colour_values(moment, by);
    return true;
  }
  if (!busy_) begin();
  return false;
}

void ColourFinder::forget() {
  if (mailbox_) mailbox_->detach();
  mailbox_ =
      Mailbox<ColourValues>::make(this, [this](std::vector<ColourValues> found) { take(std::move(found.back())); });
  newest_ = {};
  moment_.reset();
  busy_ = false;
}

void ColourFinder::begin() {
  busy_ = true;
  thread_.start([moment = moment_, by = by_, box = mailbox_] { box->put(colour_values(moment, by)); });
}

void ColourFinder::take(ColourValues values) {
  busy_ = false;
  const bool last = values.moment == moment_ && values.by == by_;
  const bool wanted = values.by == by_ && values.moment->scenario_generation == moment_->scenario_generation;
  const bool there = newest_.moment == moment_ && newest_.by == by_;
  if (wanted && !there) newest_ = std::move(values);
  if (!last && !there) begin();
  if (wanted && !there) Q_EMIT found();
}

}  // namespace slurry::ui
