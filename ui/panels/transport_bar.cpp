// SPDX-License-Identifier: BSD-3-Clause
#include "panels/transport_bar.hpp"

#include <QAction>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <functional>
#include <initializer_list>
#include <optional>

#include "experiment/front.hpp"
#include "icons.hpp"
#include "models/moment_text.hpp"
#include "models/number_text.hpp"
#include "models/quantity_text.hpp"
#include "panels/track.hpp"
#include "slurry/option_table.hpp"
#include "slurry_style.hpp"
#include "tokens.hpp"
#include "type_scale.hpp"
#include "view/scene_view.hpp"

namespace slurry::ui {
namespace {

/// What happened, in words; empty: nothing that a flag would tell.
QString words_of(const Event& e, const Scenario& scenario) {
  const QString time = QString::fromStdString(time_text(e.time, scenario));
  if (e.key == reverse_key) return QObject::tr("%1: reversed").arg(time);
  const Option* option = find_option(e.key);
  const QString name = option ? QString::fromStdString(label_of(*option)) : QString::fromStdString(e.key);
  return QObject::tr("%1: %2 %3 → %4")
      .arg(time, name, QString::fromStdString(option_value_text(e.old)),
           QString::fromStdString(option_value_text(e.value)));
}

}  // namespace

TransportBar::TransportBar(Front* front, const SceneView* view, const TransportActions& a, QWidget* parent)
    : QWidget(parent),
      front_(front),
      view_(view),
      play_action_(a.play),
      track_(new Track(this)),
      row_(new QHBoxLayout),
      play_(new QPushButton(this)),
      first_(button(a.first, false)),
      back_(button(a.back, false)),
      forward_(button(a.forward, false)),
      reverse_(button(a.reverse, true)),
      restart_(button(a.restart, true)),
      live_(button(a.live, true)),
      time_(new QLabel(this)),
      frame_(new QLabel(this)),
      return_error_(new QLabel(this)),
      speed_(a.speed) {
  setObjectName("transport");
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 4, 0, 4);
  column->setSpacing(2);
  column->addWidget(track_);
  row_->setContentsMargins(10, 0, 10, 0);
  row_->setSpacing(4);
  column->addLayout(row_);
  for (QWidget* w : std::initializer_list<QWidget*>{first_, back_, play_, forward_, reverse_, restart_})
    row_->addWidget(w);
  play_->setFocusPolicy(Qt::TabFocus);
  connect(play_, &QPushButton::clicked, play_action_, &QAction::trigger);
  connect(play_action_, &QAction::changed, this, [this] {
    fitted_.clear();
    fit();
  });
  row_->addStretch(1);
  row_->addWidget(return_error_);
  row_->addWidget(time_);
  row_->addWidget(frame_);
  row_->addWidget(speed_);
  row_->addWidget(live_);
  track_->setObjectName("timeline");
  set_primary(play_);
  set_type(time_, Type::headline, true);
  for (QLabel* l : {frame_, return_error_}) l->setForegroundRole(QPalette::PlaceholderText);
  time_->setToolTip(tr("Time of the moment that is shown"));
  return_error_->setToolTip(
      tr("Return error: after the reversal, the root mean square distance of the bodies from their places on the way "
         "out"));
  setMinimumWidth(scaled(260));
  connect(track_, &QSlider::valueChanged, this, [this](int v) { player()->seek(static_cast<std::size_t>(v)); });
  connect(front_, &Front::moved, this, &TransportBar::runGoesOn);
  connect(view_, &SceneView::momentDrawn, this, &TransportBar::refresh);
  refresh();
}

QToolButton* TransportBar::button(QAction* action, bool words) {
  auto* b = new QToolButton(this);
  b->setDefaultAction(action);
  b->setToolButtonStyle(words ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
  b->setFocusPolicy(Qt::TabFocus);
  return b;
}

Player* TransportBar::player() const {
  return front_->player();
}

void TransportBar::runGoesOn() {
  if (player()->following() && view_->awaits(player()->shownSnapshot()))
    return fit();  // the rest comes with the picture
  refresh();
}

void TransportBar::refresh() {
  const std::size_t n = player()->count();
  const bool file = player()->ofFile(), back = player()->lookingBack();
  const bool live = player()->following() && view_->awaits(player()->shownSnapshot()) && view_->drawnMoment();
  const SnapshotPtr shown = live ? view_->drawnMoment() : player()->shownSnapshot();
  const double now = live ? shown->time : player()->time();
  const bool running = player()->runState() == SessionState::running;
  {
    const QSignalBlocker quiet(track_);
    // While somebody drags, the range may grow but the knob stays under the mouse.
    track_->setRange(0, n > 0 ? static_cast<int>(n) - 1 : 0);
    if (!track_->isSliderDown()) track_->setValue(static_cast<int>(player()->position()));
  }
  track_->setEnabled(n > 1);
  TrackState state;
  state.first = player()->firstTime();
  state.newest = live ? now : player()->lastTime();
  const Scenario* scenario = shown && shown->scenario ? shown->scenario.get() : nullptr;
  state.end = file ? std::max(state.newest, state.first + 1e-12)
                   : end_of_axis(state.newest, scenario ? scenario->run.until : std::nullopt);
  state.shown = now;
  state.past = back;
  state.running = running && !file;
  state.thinned = player()->thinned();
  state.target = player()->target();
  if (const EventsPtr events = player()->events(); events != events_ && scenario) {
    events_ = events;
    flags_.clear();
    turns_.clear();
    for (std::size_t i = 0; events && i < events->size(); ++i) {
      const Event& e = (*events)[i];
      const QString text = words_of(e, *scenario);
      if (!flags_.empty() && flags_.back().time == e.time)
        flags_.back().text += '\n' + text;
      else
        flags_.push_back({e.time, text});
      if (e.key == reverse_key) turns_.push_back(e.time);
    }
  }
  state.flags = flags_;
  for (std::size_t i = 0; i < turns_.size(); i += 2)
    state.reversed.emplace_back(turns_[i], i + 1 < turns_.size() ? turns_[i + 1] : state.newest);
  const bool reversed = turns_.size() % 2 == 1 && now >= turns_.back();
  track_->setState(std::move(state),
                   [this](double time) { return static_cast<int>(player()->count() > 0 ? player()->at(time) : 0); });

  const QString time = scenario ? QString::fromStdString(time_text(now, *scenario)) : QString();
  if (time_->text() != time) {
    time_->setText(time);
    if (time_->sizeHint().width() > time_->minimumWidth()) time_->setMinimumWidth(time_->sizeHint().width());
  }
  QPalette colours = palette();
  colours.setColor(QPalette::WindowText, back ? tokens().past : tokens().tx1);
  if (time_->palette().color(QPalette::WindowText) != colours.color(QPalette::WindowText)) time_->setPalette(colours);
  const QString frame = n == 0 ? tr("No frames") : tr("Frame %1 of %2").arg(player()->position() + 1).arg(n);
  if (frame_->text() != frame) frame_->setText(frame);
  frame_->setToolTip(file ? player()->fileName()
                          : tr("Stored moments; they take %1 of %2 MB")
                                .arg(front_->experiment()->tree().bytes() >> 20)
                                .arg(front_->experiment()->tree().budget() >> 20));
  const double error = shown && reversed ? shown->values.number("reversal_error") : NAN;
  const QString returned =
      std::isfinite(error) && scenario
          ? tr("Return error %1").arg(QString::fromStdString(quantity_text(error, "length", *scenario)))
          : QString();
  if (return_error_->text() != returned) return_error_->setText(returned);
  fit();
}

void TransportBar::showPlay(bool words) {
  QString name = play_action_->text();
  name.remove('&');
  play_->setText(words ? name : QString());
  play_->setIcon(icon(name == tr("Pause") ? "pause" : "play", Qt::white));
  play_->setToolTip(play_action_->toolTip());
  play_->setAccessibleName(name);
}

/// What gives way where the window is narrow, in this order.
void TransportBar::fit() {
  // Every moment has other digits of the same width: the bar is laid out anew when there are more of them.
  const auto digits = [](QString text) {
    for (QChar& c : text)
      if (c.isDigit()) c = '0';
    return text;
  };
  const QString now = QStringLiteral("%1 %2 %3 %4")
                          .arg(width())
                          .arg(time_->sizeHint().width())
                          .arg(frame_->sizeHint().width())
                          .arg(speed_->sizeHint().width()) +
                      digits(frame_->text()) + digits(return_error_->text()) + live_->text() + play_action_->text();
  if (now == fitted_) return;
  fitted_ = now;
  const bool returned = !return_error_->text().isEmpty();
  frame_->show();
  return_error_->setVisible(returned);
  for (QWidget* w : std::initializer_list<QWidget*>{first_, restart_, reverse_, forward_, back_, speed_}) w->show();
  showPlay(true);
  for (QToolButton* b : {reverse_, restart_, live_}) b->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  const auto needed = [this] {
    int wide = row_->contentsMargins().left() + row_->contentsMargins().right();
    for (const QWidget* w : std::initializer_list<const QWidget*>{first_, back_, play_, forward_, reverse_, restart_,
                                                                  return_error_, time_, frame_, speed_, live_})
      if (!w->isHidden()) wide += std::max(w->sizeHint().width(), w->minimumWidth()) + row_->spacing();
    return wide;
  };
  const auto icon_only = [](QToolButton* b) { b->setToolButtonStyle(Qt::ToolButtonIconOnly); };
  const std::vector<std::function<void()>> ways{
      [&] { icon_only(restart_), icon_only(reverse_); },
      [&] { frame_->hide(); },
      [&] { restart_->hide(), first_->hide(); },
      [&] { icon_only(live_); },
      [&] { showPlay(false); },
      [&] { return_error_->hide(); },
      [&] { reverse_->hide(); },
      [&] { back_->hide(), forward_->hide(); },
      [&] { speed_->hide(); },  // keys and the menu make it faster and slower
  };
  for (const auto& give_way : ways) {
    if (needed() <= width()) break;
    give_way();
  }
}

void TransportBar::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fit();
}

void TransportBar::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() != QEvent::FontChange) return;
  time_->setMinimumWidth(0);  // of the former type
  fitted_.clear();
  fit();
}

}  // namespace slurry::ui
