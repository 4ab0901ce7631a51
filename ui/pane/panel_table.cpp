// SPDX-License-Identifier: BSD-3-Clause
#include "pane/panel_table.hpp"

#include <QVBoxLayout>

#include "actions.hpp"
#include "experiment/front.hpp"
#include "models/number_text.hpp"
#include "pane/docks.hpp"
#include "pane/pane.hpp"
#include "panels/chart_panel.hpp"
#include "panels/error_panel.hpp"
#include "panels/inspector_panel.hpp"
#include "panels/option_field.hpp"
#include "panels/option_panel.hpp"
#include "panels/roofline_panel.hpp"
#include "panels/scenario_text.hpp"
#include "panels/solver_choices.hpp"
#include "panels/stage_panel.hpp"
#include "panels/sums_panel.hpp"
#include "panels/variant_panel.hpp"
#include "panels/walk_panel.hpp"
#include "view/scene_view.hpp"

namespace slurry::ui {
namespace {

constexpr const char* walk_name = "panel.walk";
constexpr const char* sums_name = "panel.sums";

/// Keys of the view that make an option larger and smaller.
void add_keys(Pane& pane, OptionField* field) {
  const OptionView& shown = field->option().view;
  if (shown.keys.size() != 2) return;
  const QString label = QString::fromStdString(label_of(field->option())).toLower();
  for (const bool up : {true, false}) {
    const QString key(QLatin1Char(shown.keys[up ? 0 : 1]));
    const QString name = (up ? QObject::tr("Larger %1") : QObject::tr("Smaller %1")).arg(label);
    QAction* a = make_action(&pane, {name, {QKeySequence(key)}, {}, {}}, [field, up] { field->nudge(up ? 1 : -1); });
    a->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    pane.view()->addAction(a);
  }
}

/// A panel that asks for other values of the experiment in front.
template <class P>
void tie_options(Pane& pane, P* panel) {
  QObject::connect(panel, &P::optionAsked, &pane, [&pane](const std::string& key, const std::string& value) {
    pane.experiment()->setOption(key, value);
  });
}

OptionPanel* options(Pane& pane, Panel which) {
  auto* panel = new OptionPanel(which);
  tie_options(pane, panel);
  QObject::connect(panel, &OptionPanel::loadAsked, &pane, &Pane::loadAsked);
  QObject::connect(pane.front(), &Front::shown, panel, &OptionPanel::show);
  QObject::connect(pane.front(), &Front::switched, panel, &OptionPanel::forget);
  for (OptionField* field : panel->fields()) add_keys(pane, field);
  return panel;
}

QWidget* make_scenario(Pane& pane) {
  auto* text = new ScenarioText(options(pane, Panel::scenario), &pane);
  tie_options(pane, text);
  QObject::connect(text, &ScenarioText::loadAsked, &pane, &Pane::loadAsked);
  QObject::connect(text, &ScenarioText::complained, pane.front(), &Front::complained);
  QObject::connect(pane.front(), &Front::shown, text, &ScenarioText::show);
  return text;
}

QWidget* make_physics(Pane& pane) {
  return options(pane, Panel::physics);
}

QWidget* make_solver(Pane& pane) {
  auto* both = new QWidget(&pane);
  auto* column = new QVBoxLayout(both);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(options(pane, Panel::solver));
  auto* choices = new SolverChoices(both);
  column->addWidget(choices, 1);
  QObject::connect(pane.front(), &Front::shown, choices, &SolverChoices::show);
  return both;
}

/// Nobody looks at a body of an experiment that goes, and each experiment remembers its own.
QWidget* make_inspector(Pane& pane) {
  auto* inspector = new InspectorPanel(&pane);
  SceneView* view = pane.view();
  QObject::connect(pane.front(), &Front::shown, inspector, &InspectorPanel::show);
  QObject::connect(view, &SceneView::picked, inspector, &InspectorPanel::select);
  QObject::connect(view, &SceneView::subjectChanged, inspector, [inspector] { inspector->select(-1); });
  QObject::connect(inspector, &InspectorPanel::turningWanted, &pane,
                   [&pane](bool wanted) { pane.front()->bridge()->post(RequestAngularVelocities{wanted}); });
  QObject::connect(pane.front(), &Front::leaving, inspector, [inspector] { inspector->select(-1); });
  QObject::connect(pane.front(), &Front::switched, inspector,
                   [inspector, view] { inspector->select(view->selected()); });
  return inspector;
}

QWidget* make_errors(Pane& pane) {
  auto* errors = new ErrorPanel(&pane);
  QObject::connect(pane.front(), &Front::shown, errors,
                   [&pane, errors](const SnapshotPtr& s) { errors->show(s, pane.front()->player()->ofFile()); });
  return errors;
}

QWidget* make_stages(Pane& pane) {
  auto* stages = new StagePanel(&pane);
  QObject::connect(pane.front(), &Front::arrived, stages, &StagePanel::runGoesOn);
  QObject::connect(pane.front(), &Front::shown, stages,
                   [&pane, stages](const SnapshotPtr& s) { stages->show(s, pane.front()->player()->following()); });
  QObject::connect(pane.front(), &Front::switched, stages, &StagePanel::forget);
  return stages;
}

QWidget* make_chart(Pane& pane) {
  auto* chart = new ChartPanel(&pane);
  const auto set_series = [&pane, chart] {
    chart->setSeries(&pane.experiment()->series(), &pane.experiment()->fileSeries());
  };
  set_series();
  QObject::connect(pane.front(), &Front::switched, chart, set_series);
  QObject::connect(pane.front(), &Front::arrived, chart, &ChartPanel::goOn);
  QObject::connect(pane.front(), &Front::fileSeriesRead, chart, &ChartPanel::goOn);
  QObject::connect(pane.front(), &Front::shown, chart, [&pane, chart](const SnapshotPtr& s) {
    const Player& player = *pane.front()->player();
    chart->show(s, player.ofFile(), player.lookingBack());
  });
  QObject::connect(chart, &ChartPanel::costlyWanted, &pane,
                   [&pane](const QString& name) { pane.experiment()->setCostly(name.toStdString()); });
  return chart;
}

QWidget* make_variants(Pane& pane) {
  auto* variants = new VariantPanel(&pane);
  QObject::connect(pane.front(), &Front::arrived, variants, &VariantPanel::runGoesOn);
  QObject::connect(pane.front(), &Front::shown, variants, &VariantPanel::show);
  // Of a file there is no plan whose variants could be timed.
  QObject::connect(pane.front(), &Front::moved, variants,
                   [&pane, variants] { variants->setEnabled(!pane.front()->player()->ofFile()); });
  QObject::connect(pane.front(), &Front::switched, variants, &VariantPanel::forget);
  QObject::connect(variants, &VariantPanel::optionAsked, &pane,
                   [&pane, variants](const std::string& key, const std::string& value) {
                     Experiment& e = *pane.experiment();
                     const bool live = e.player()->following() && !e.isStarting();
                     variants->asked(live ? e.bridge()->post(SetOption{key, value}) : e.setOption(key, value));
                   });
  return variants;
}

QWidget* make_roofline(Pane& pane) {
  auto* roofline = new RooflinePanel(&pane);
  auto* variants = pane.panel<VariantPanel>();
  QObject::connect(variants, &VariantPanel::changed, roofline,
                   [roofline, variants] { roofline->show(variants->list()); });
  QObject::connect(roofline, &RooflinePanel::measureAsked, variants, &VariantPanel::toggleMeasuring);
  return roofline;
}

/// There while a scenario with a walk runs.
QWidget* make_walk(Pane& pane) {
  auto* walk = new WalkPanel(&pane);
  tie_options(pane, walk);
  QObject::connect(walk, &WalkPanel::wanted, &pane, [&pane](bool here) { pane.docks()->demand(walk_name, here); });
  QObject::connect(pane.front(), &Front::arrived, walk, &WalkPanel::runGoesOn);
  QObject::connect(pane.front(), &Front::switched, walk, &WalkPanel::forget);
  return walk;
}

/// There while a scenario that compares the engines runs.
QWidget* make_sums(Pane& pane) {
  auto* sums = new SumsPanel(&pane);
  QObject::connect(sums, &SumsPanel::wanted, &pane, [&pane](bool here) { pane.docks()->demand(sums_name, here); });
  QObject::connect(pane.front(), &Front::arrived, sums, &SumsPanel::runGoesOn);
  return sums;
}

}  // namespace

const std::vector<PanelRow>& panel_table() {
  static const std::vector<PanelRow> rows{
      {"panel.scenario", QT_TRANSLATE_NOOP("QObject", "Scenario"), nullptr, Place::left, 280, true, make_scenario},
      {"panel.physics", QT_TRANSLATE_NOOP("QObject", "Physics"), nullptr, Place::left, 290, true, make_physics},
      {"panel.solver", QT_TRANSLATE_NOOP("QObject", "Solver"), nullptr, Place::left, 150, true, make_solver},
      {"panel.inspector", QT_TRANSLATE_NOOP("QObject", "Inspector"), nullptr, Place::right, 330, true, make_inspector},
      {"panel.errors", QT_TRANSLATE_NOOP("QObject", "Error budget"), QT_TRANSLATE_NOOP("QObject", "Errors"),
       Place::right, 235, true, make_errors},
      {"panel.stages", QT_TRANSLATE_NOOP("QObject", "Step time"), QT_TRANSLATE_NOOP("QObject", "Time"),
       Place::right_tabs, 225, true, make_stages},
      {"panel.chart", QT_TRANSLATE_NOOP("QObject", "Plot"), nullptr, Place::below, 190, false, make_chart},
      {"panel.variants", QT_TRANSLATE_NOOP("QObject", "Variants"), nullptr, Place::right_tabs, 225, true,
       make_variants},
      {"panel.roofline", QT_TRANSLATE_NOOP("QObject", "Roofline"), nullptr, Place::right_tabs, 225, true,
       make_roofline},
      {walk_name, QT_TRANSLATE_NOOP("QObject", "Guided walk"), nullptr, Place::on_demand, 215, true, make_walk},
      {sums_name, QT_TRANSLATE_NOOP("QObject", "Three ways to sum"), nullptr, Place::on_demand, 290, true, make_sums},
  };
  return rows;
}

}  // namespace slurry::ui
