// SPDX-License-Identifier: BSD-3-Clause
#include "view_actions.hpp"

#include <QComboBox>
#include <QLayout>
#include <QMenu>
#include <QToolBar>

#include "actions.hpp"
#include "captioned.hpp"
#include "experiment/front.hpp"
#include "icons.hpp"
#include "laboratory/edit_stack.hpp"
#include "models/view_wishes.hpp"
#include "slice_control.hpp"
#include "view/scene_view.hpp"

namespace slurry::ui {
namespace {

QString cells_help() {
  return ViewActions::tr(
      "Draws the boxes of the sum behind the bodies. Boxes that act on a selected body are in colour. B hides the "
      "bodies");
}

}  // namespace

/// What a person does to the view, unless its buttons only follow.
template <class Work>
void ViewActions::change(Work&& work) {
  if (adopting_) return;
  const ViewLook before = look_of(view_->state());
  work();
  const ViewLook now = look_of(view_->state());
  if (!quiet_ && !same_look(before, now)) Q_EMIT changed(before, now, 0);
}

template <class Change>
void ViewActions::changeOptions(Change&& change_of) {
  change([&] {
    SceneOptions now = view_->options();
    change_of(now);
    view_->setOptions(now);
  });
}

void ViewActions::setLook(const ViewLook& look) {
  view_->setLook(look);
  slice_->setWanted(look.options.show_slice);
  experiment_front_->experiment()->cells().setWanted(look.options.show_cells);
  adopt();
}

void ViewActions::recordIn(EditStack* edits) {
  connect(this, &ViewActions::changed, edits, [=, this](const ViewLook& before, const ViewLook& now, long together) {
    edits->viewChanged(
        same_camera(before, now) ? tr("view") : tr("camera"), [this, before] { setLook(before); },
        [this, now] { setLook(now); }, together);
  });
  connect(slice_, &SliceControl::changed, edits,
          [=, this](const SlicePlace& before, const SlicePlace& now, long together) {
            edits->viewChanged(
                tr("slice"), [this, before] { slice_->place(before); }, [this, now] { slice_->place(now); }, -together);
          });
}

void ViewActions::offerSlice(const SnapshotPtr& s) {
  const bool possible = experiment_front_->player()->following() || (s && s->field());
  const bool pressed = possible && view_->options().show_slice;
  if (slice_toggle_->isEnabled() == possible && slice_toggle_->isChecked() == pressed) return;
  adopting_ = true;
  slice_toggle_->setEnabled(possible);
  slice_toggle_->setChecked(pressed);
  adopting_ = false;
}

void ViewActions::explainCells(const SnapshotPtr& s) {
  const std::string why = s ? why_no_cells(s->sum_choice.engine()) : std::string();
  if (why == why_no_cells_) return;
  why_no_cells_ = why;
  const QString name = cells_->toolTip().section('\n', 0, 0);
  cells_->setToolTip(name + '\n' + (why.empty() ? cells_help() : QString::fromStdString(why)));
}

ViewActions::ViewActions(Front* front, SceneView* view, SliceControl* slice, QObject* parent)
    : QObject(parent), view_(view), slice_(slice), experiment_front_(front), colour_(new QComboBox) {
  const auto text = [](std::string_view s) { return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size())); };
  for (const Quantity* q : colour_quantities()) {
    QString title = text(q->title);
    title[0] = title[0].toUpper();
    colour_->addItem(title, text(q->name));
    colour_->setItemData(colour_->count() - 1, text(q->description), Qt::ToolTipRole);
  }
  colour_->setToolTip(tr("Colour by  (C: next)"));
  colour_->setAccessibleName(tr("Colour by"));
  colour_->setObjectName("colour by");
  colour_->setFocusPolicy(Qt::StrongFocus);
  connect(colour_, &QComboBox::activated, view_, [this] { view_->setFocus(); });  // its keys act again
  connect(colour_, &QComboBox::currentIndexChanged, this, [this](int i) {
    changeOptions([this, i](SceneOptions& o) { o.by = colour_->itemData(i).toString().toStdString(); });
    if (!adopting_) lock_->setChecked(false);
  });
  next_colour_ = make_action(this, {tr("Next colour quantity"), {Qt::Key_C}, {}, {}},
                             [this] { colour_->setCurrentIndex((colour_->currentIndex() + 1) % colour_->count()); });
  lock_ = make_toggle(this,
                      {tr("&Lock colour range"),
                       {Qt::SHIFT | Qt::Key_C},
                       tr("Keeps the present range of the legend"),
                       icon("lock"),
                       tr("Lock")},
                      false, [this](bool on) {
                        change([this, on] { view_->range().locked = on; });
                        view_->refresh();
                      });
  slice_toggle_ = make_toggle(this,
                              {tr("Velocity &slice"),
                               {Qt::Key_S},
                               tr("Shows the velocity of the liquid on a plane, computed by the solver itself"),
                               icon("slice"),
                               tr("Slice")},
                              true, [this](bool on) {
                                changeOptions([on](SceneOptions& o) { o.show_slice = on; });
                                if (!adopting_) slice_->setWanted(on);
                              });
  cut_ = make_toggle(this,
                     {tr("Hide &bodies in front of the slice"),
                      {Qt::Key_X},
                      tr("Does not draw bodies between the eye and the slice"),
                      icon("cut"),
                      tr("Cut")},
                     false, [this](bool on) { changeOptions([on](SceneOptions& o) { o.cut_before_slice = on; }); });
  arrows_ = make_toggle(this,
                        {tr("&Arrows on the slice"),
                         {Qt::Key_G},
                         tr("Velocity of the liquid in the plane of the slice"),
                         icon("arrows"),
                         tr("Arrows")},
                        false, [this](bool on) { changeOptions([on](SceneOptions& o) { o.show_arrows = on; }); });
  cells_ = make_toggle(this, {tr("Bo&xes of the tree"), {Qt::Key_O}, cells_help(), {}}, false, [this](bool on) {
    changeOptions([on](SceneOptions& o) { o.show_cells = on; });
    if (!adopting_) experiment_front_->experiment()->cells().setWanted(on);
  });
  spheres_ = make_toggle(this, {tr("Sp&heres"), {Qt::Key_B}, tr("Shows the spheres"), {}}, true,
                         [this](bool on) { changeOptions([on](SceneOptions& o) { o.show_bodies = on; }); });
  pipe_ = make_toggle(this, {tr("&Pipe"), {Qt::Key_W}, tr("Shows the wall"), icon("pipe"), tr("Pipe")}, true,
                      [this](bool on) { changeOptions([on](SceneOptions& o) { o.show_pipe = on; }); });
  front_ = make_action(this, {tr("&Front"), {Qt::Key_1}, tr("Looks at right angles to the x–y plane"), {}},
                       [this] { look(ViewPreset::front); });
  side_ = make_action(this, {tr("S&ide"), {Qt::Key_3}, {}, {}}, [this] { look(ViewPreset::side); });
  axis_ = make_action(this, {tr("Along the &axis"), {Qt::Key_7}, {}, {}}, [this] { look(ViewPreset::along_axis); });
  flat_ = make_toggle(this,
                      {tr("Lay pipe hori&zontal"),
                       {Qt::Key_9},
                       tr("Turns the picture so that gravity points to the right instead of down"),
                       {}},
                      false, [this](bool on) {
                        change([this, on] {
                          view_->turntable().set_flat(on);
                          view_->fitView();
                        });
                      });
  parallel_ = make_toggle(
      this, {tr("&Orthographic"), {Qt::Key_5}, tr("Shows a parallel projection instead of perspective"), {}}, false,
      [this](bool on) {
        change([this, on] { view_->turntable().set_parallel(on); });
        view_->refresh();
      });
  fit_ = make_action(this, {tr("Fit"), {Qt::Key_R, Qt::Key_Return}, tr("Shows the whole pipe"), icon("fit"), tr("Fit")},
                     [this] { change([this] { view_->showWhole(); }); });
  follow_ = make_toggle(this, {tr("Follow selected sphere"), {Qt::Key_F}, {}, icon("follow"), tr("Follow")}, false,
                        [this](bool on) { change([this, on] { view_->setFollowing(on); }); });
  trail_ = make_toggle(this, {tr("&Trail of the selection"), {Qt::Key_T}, {}, {}}, true,
                       [this](bool on) { change([this, on] { view_->setTrailVisible(on); }); });
  overlay_ = make_toggle(this, {tr("&Legend and axes"), {Qt::Key_H}, {}, {}}, true,
                         [this](bool on) { change([this, on] { view_->setOverlayVisible(on); }); });
  for (QAction* a : {next_colour_, lock_, slice_toggle_, arrows_, cut_, cells_, spheres_, pipe_, front_, side_, axis_,
                     flat_, parallel_, fit_, follow_, trail_, overlay_}) {
    a->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    view_->addAction(a);
  }
  connect(view_, &SceneView::looked, this,
          [this](const ViewLook& before, long together) { Q_EMIT changed(before, look_of(view_->state()), together); });
  // Other bodies are looked at as their scenario wants it; those that come back, as they were looked at before.
  connect(front, &Front::began, this, [this](const Beginning& beginning) {
    auto look = experiment_front_->experiment()->lookAgain(beginning);
    if (!look) return;
    look->locked = lock_->isChecked();  // the range is not part of a look
    // The banner of a moment looked back at has gone.  The view takes its room first, because it fits its camera anew.
    if (QLayout* layout = view_->parentWidget() ? view_->parentWidget()->layout() : nullptr) layout->activate();
    setLook(*look);
  });
  connect(front, &Front::switched, this, &ViewActions::adopt);
  connect(front, &Front::shown, this, &ViewActions::offerSlice);
  connect(front, &Front::shown, this, &ViewActions::explainCells);
  connect(view_, &SceneView::picked, this,
          [this](long body) { experiment_front_->experiment()->cells().setBody(body); });
  connect(view_, &SceneView::subjectChanged, this, [this] {
    // A locked range compares runs of one scenario; the numbers of another one may be far outside it.
    quiet_ = true;
    if (const std::string& name = view_->snapshot()->scenario->name; name != scenario_) {
      lock_->setChecked(false);
      scenario_ = name;
    }
    const QSignalBlocker quiet(colour_);
    colour_->setCurrentIndex(colour_->findData(QString::fromStdString(view_->options().by)));
    slice_toggle_->setChecked(view_->snapshot()->scenario->view.slice);
    cells_->setChecked(view_wishes(*view_->snapshot()->scenario).tree);
    experiment_front_->experiment()->cells().setBody(view_->selected());
    const QSignalBlocker still(flat_);  // the view lies already as the scenario wants it
    flat_->setChecked(view_->state().turntable.flat());
    const QSignalBlocker calm(follow_);
    follow_->setChecked(view_wishes(*view_->snapshot()->scenario).follow >= 0);
    quiet_ = false;
  });
}

void ViewActions::adopt() {
  adopting_ = true;
  const ViewState& v = view_->state();
  colour_->setCurrentIndex(colour_->findData(QString::fromStdString(v.options.by)));
  lock_->setChecked(v.range.locked);
  slice_toggle_->setChecked(v.options.show_slice);
  cells_->setChecked(v.options.show_cells);
  arrows_->setChecked(v.options.show_arrows);
  cut_->setChecked(v.options.cut_before_slice);
  spheres_->setChecked(v.options.show_bodies);
  pipe_->setChecked(v.options.show_pipe);
  flat_->setChecked(v.turntable.flat());
  parallel_->setChecked(v.turntable.parallel());
  follow_->setChecked(v.following);
  trail_->setChecked(v.trail_visible);
  overlay_->setChecked(v.overlay_visible);
  adopting_ = false;
}

void ViewActions::look(ViewPreset preset) {
  change([this, preset] {
    view_->turntable().preset(preset);
    view_->fitView();
  });
}

void ViewActions::fillMenu(QMenu* menu) const {
  menu->addActions({next_colour_, lock_});
  menu->addSeparator();
  menu->addActions({spheres_, pipe_, slice_toggle_, arrows_, cut_, cells_, trail_, overlay_});
  menu->addSeparator();
  menu->addActions({front_, side_, axis_, flat_, parallel_, fit_, follow_});
}

void ViewActions::fillToolBar(QToolBar* bar) const {
  bar->addWidget(captioned(tr("Colour by"), colour_));
  bar->addAction(lock_);
  bar->addSeparator();
  bar->addAction(slice_toggle_);
  bar->addWidget(slice_);
  bar->addActions({arrows_, cut_});
  bar->addSeparator();
  bar->addActions({pipe_, fit_, follow_});
}

}  // namespace slurry::ui
