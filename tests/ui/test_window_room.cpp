// SPDX-License-Identifier: BSD-3-Clause
// Every word of the window has the room that it needs: in small and large windows, in both themes, at every size of
// type, with each of the docks in front.
#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDockWidget>
#include <QGroupBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QPushButton>
#include <QRadioButton>
#include <QSettings>
#include <QSpinBox>
#include <QStyle>
#include <QStyleOptionButton>
#include <QStyleOptionComboBox>
#include <QStyleOptionGroupBox>
#include <QTabBar>
#include <QToolButton>

#include <algorithm>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "engine_session.hpp"
#include "experiment/front.hpp"
#include "history/player.hpp"
#include "panels/fitted_label.hpp"
#include "panels/gallery.hpp"
#include "panels/inspector_panel.hpp"
#include "theme.hpp"
#include "tokens.hpp"
#include "type_scale.hpp"
#include "ui/support/window_driver.hpp"
#include "view/scene_view.hpp"

namespace slurry::ui {
namespace {

using namespace testing;

/// Shows one snapshot for ever and answers every command with it: nothing moves while the window is looked at.
class StillSession final : public SessionPort {
 public:
  StillSession(SnapshotPtr snapshot, std::shared_ptr<const Series> series)
      : snapshot_(std::move(snapshot)), series_(std::move(series)) {}
  CommandNumber post(Command) override { return ++posted_; }
  SnapshotPtr latest() const override { return snapshot_; }
  std::vector<MomentPtr> take_moments() override { return {}; }
  void set_listener(std::function<void()> listener) override {
    if (listener) listener();
  }
  RuntimeInfo runtime() const override { return {"OpenMP", 16, "", ""}; }
  std::shared_ptr<const Series> series() const override { return series_; }

 private:
  SnapshotPtr snapshot_;
  std::shared_ptr<const Series> series_;
  CommandNumber posted_ = 0;
};

/// The welcome scenario after some steps of the real engine, with its errors measured.
std::pair<SnapshotPtr, std::shared_ptr<const Series>> some_steps_of_welcome() {
  const std::unique_ptr<SessionPort> engine = make_engine_session({1});
  engine->post(RequestSeries{});
  engine->post(LoadScenario{find_scenario("welcome")});
  const CommandNumber asked = engine->post(Run{.until = {}, .steps = 12});
  wait_until([&] {
    const SnapshotPtr s = engine->latest();
    return s->last_command >= asked && s->step >= 12 && s->errors.measured_at_step >= 0;
  });
  return {engine->latest(), engine->series()};
}

/// A text of the window, where it stands and what it needs.
struct Word {
  const QWidget* widget;
  QString text;
  QRect place;  ///< that is seen, in the window
};

QString brief(const QString& text) {
  return QStringLiteral("'%1'").arg(QString(text).replace('\n', ' ').left(40));
}

/// Faults of the room of one widget; notes its word.
class Examiner {
 public:
  explicit Examiner(const QWidget& window) : window_(window) {
    for (const QWidget* w : window.findChildren<QWidget*>())
      if (w->isVisible() && !w->visibleRegion().isEmpty()) examine(w);
    for (std::size_t i = 0; i < words_.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (apart(words_[i].widget, words_[j].widget) && words_[i].place.intersects(words_[j].place))
          faults_ << QStringLiteral("%1 stands over %2").arg(brief(words_[i].text), brief(words_[j].text));
  }
  QStringList faults() const { return faults_; }
  std::size_t words() const { return words_.size(); }

 private:
  static bool apart(const QWidget* a, const QWidget* b) { return !a->isAncestorOf(b) && !b->isAncestorOf(a); }

  void note(const QWidget* w, const QString& text, int needed, QRect room, bool may_shorten = false) {
    if (text.isEmpty()) return;
    if (!may_shorten && needed > room.width() + 1)
      faults_ << QStringLiteral("%1 needs %2 of %3").arg(brief(text)).arg(needed).arg(room.width());
    if (w->fontMetrics().height() > w->height() + 4)
      faults_ << QStringLiteral("%1 is %2 high").arg(brief(text)).arg(w->height());
    // No ancestor cuts it; a panel that scrolls does so up and down.
    bool scrolls = false;
    for (const QWidget* p = w->parentWidget(); p && p != window_.parentWidget(); p = p->parentWidget()) {
      const QRect of_p(w->mapTo(p, room.topLeft()), room.size());
      const bool wide = of_p.left() < -1 || of_p.right() > p->width();
      const bool high = !scrolls && (of_p.top() < -2 || of_p.bottom() > p->height() + 1);
      if (qobject_cast<const QAbstractScrollArea*>(p->parentWidget())) scrolls = true;
      if (wide || (high && !scrolls))
        faults_ << QStringLiteral("%1 leaves its %2").arg(brief(text), p->metaObject()->className());
      if (wide || (high && !scrolls) || p == &window_) break;
    }
    const QRect seen = w->visibleRegion().boundingRect() & room;
    words_.push_back({w, text, QRect(w->mapTo(&window_, seen.topLeft()), seen.size())});
  }

  void examine(const QWidget* w) {
    const QFontMetrics m(w->font());
    if (const auto* l = qobject_cast<const QLabel*>(w)) return examine(l, m);
    if (const auto* b = qobject_cast<const QAbstractButton*>(w)) return examine(b, m);
    if (const auto* box = qobject_cast<const QComboBox*>(w)) {
      QStyleOptionComboBox o;
      o.initFrom(box);
      o.editable = box->isEditable();
      const QRect room = box->style()->subControlRect(QStyle::CC_ComboBox, &o, QStyle::SC_ComboBoxEditField, box);
      note(w, box->currentText(), m.horizontalAdvance(box->currentText()), room & box->rect());
    } else if (const auto* tabs = qobject_cast<const QTabBar*>(w)) {
      for (int i = 0; i < tabs->count(); ++i)
        note(w, tabs->tabText(i), m.horizontalAdvance(tabs->tabText(i)) + 4, tabs->tabRect(i),
             tabs->tabToolTip(i).startsWith(tabs->tabText(i) + QChar(10)));
    } else if (const auto* field = qobject_cast<const QLineEdit*>(w)) {
      if (!field->hasFocus())
        note(w, field->text(), m.horizontalAdvance(field->text()), field->rect().adjusted(3, 1, -3, -1));
    } else if (const auto* group = qobject_cast<const QGroupBox*>(w)) {
      QStyleOptionGroupBox o;
      o.initFrom(group);
      o.text = group->title();
      const QRect room = group->style()->subControlRect(QStyle::CC_GroupBox, &o, QStyle::SC_GroupBoxLabel, group);
      note(w, group->title(), m.horizontalAdvance(group->title()), room);
    } else if (const auto* header = qobject_cast<const QHeaderView*>(w)) {
      if (header->orientation() != Qt::Horizontal || !header->model()) return;
      for (int i = 0; i < header->count(); ++i) {
        const QString text = header->model()->headerData(i, Qt::Horizontal).toString();
        const QRect room(header->sectionViewportPosition(i), 0, header->sectionSize(i), header->height());
        note(w, text, m.horizontalAdvance(text), room);
      }
    } else if (const auto* bar = qobject_cast<const QMenuBar*>(w)) {
      for (QAction* a : bar->actions())
        if (a->isVisible())
          note(w, QString(a->text()).remove('&'), m.horizontalAdvance(QString(a->text()).remove('&')),
               bar->actionGeometry(a));
    }
  }

  void examine(const QLabel* l, const QFontMetrics& m) {
    if (l->text().isEmpty() || l->pixmap().width() > 0) return;
    if (dynamic_cast<const NumberLabel*>(l) && l->text() == QStringLiteral("…"))
      faults_ << QStringLiteral("%1 has no room for its number").arg(brief(l->accessibleName()));
    const QRect room = l->contentsRect();
    if (l->wordWrap()) {
      const int high = l->heightForWidth(l->width());
      if (high > l->height() + 1)
        faults_ << QStringLiteral("%1 needs a height of %2, has %3").arg(brief(l->text())).arg(high).arg(l->height());
      note(l, l->text(), 0, room);
    } else {
      // A name may be shortened where its tooltip begins with the whole of it.
      const bool may_shorten = dynamic_cast<const NameLabel*>(l) && l->toolTip().startsWith(l->text() + QChar(10));
      note(l, l->text(), m.horizontalAdvance(l->text()), room, may_shorten);
    }
  }

  void examine(const QAbstractButton* b, const QFontMetrics& m) {
    const QString text = QString(b->text()).remove('&');
    int needed = m.horizontalAdvance(text);
    if (const auto* tool = qobject_cast<const QToolButton*>(b)) {
      if (tool->toolButtonStyle() == Qt::ToolButtonIconOnly && !tool->icon().isNull())
        return note(b, text.isEmpty() ? b->accessibleName() : text, tool->iconSize().width(), b->rect());
      if (tool->toolButtonStyle() == Qt::ToolButtonTextBesideIcon && !tool->icon().isNull())
        needed += tool->iconSize().width() + 4;
      return note(b, text, needed, b->rect());
    }
    QStyleOptionButton o;
    o.initFrom(b);
    QRect room = b->rect();
    if (qobject_cast<const QCheckBox*>(b)) room = b->style()->subElementRect(QStyle::SE_CheckBoxContents, &o, b);
    if (qobject_cast<const QRadioButton*>(b)) room = b->style()->subElementRect(QStyle::SE_RadioButtonContents, &o, b);
    if (qobject_cast<const QPushButton*>(b) && !b->icon().isNull()) needed += b->iconSize().width() + 4;
    note(b, text, needed, room);
  }

  const QWidget& window_;
  QStringList faults_;
  std::vector<Word> words_;
};

/// Sets the size of type and the theme back, whatever a test did.
struct Standard {
  ~Standard() {
    set_font_scale(1);
    apply_theme(Theme::system);
    for (const char* key : {"window/font_scale", "window/theme", "window/state_wide", "window/state_low",
                            "window/state_narrow", "window/geometry"})
      QSettings().remove(key);
  }
};

class Room : public ::testing::TestWithParam<std::tuple<QSize, double>> {};

TEST_P(Room, NothingIsCutAndNothingStandsOverAnother) {
  static const auto [snapshot, series] = some_steps_of_welcome();
  ASSERT_GE(snapshot->errors.measured_at_step, 0);
  const auto [size, scale] = GetParam();
  const Standard standard;
  for (const bool dark : {true, false}) {
    Standard();
    QSettings().setValue("window/font_scale", scale);
    QSettings().setValue("window/theme", dark ? 1 : 2);
    MainWindow window(std::make_unique<StillSession>(snapshot, series));
    window.resize(size);
    window.show();
    ASSERT_TRUE(wait_until([&] { return window.view()->snapshot() != nullptr; }));
    EXPECT_DOUBLE_EQ(font_scale(), scale);
    EXPECT_EQ(&tokens(), dark ? &dark_tokens() : &light_tokens());
    std::set<QString> faults;
    const auto look = [&](const QString& where) {
      run_for(20);
      QStringList found;
      std::size_t words = 0;
      // A label shows its number in fewer digits once the layout has told it its width.
      wait_until(
          [&] {
            const Examiner now(window);
            words = now.words();
            return (found = now.faults()).isEmpty();
          },
          5000);
      EXPECT_GT(words, 20U);
      for (const QString& fault : found) faults.insert(where + ": " + fault);
    };
    run_for(150);
    EXPECT_EQ(window.size(), size);
    look("first");
    for (QTabBar* bar : window.findChildren<QTabBar*>())
      for (int i = 0; bar->isVisible() && i < bar->count(); ++i) {
        bar->setCurrentIndex(i);
        look(bar->tabText(i));
      }
    window.findChild<InspectorPanel*>()->select(7);
    window.findChild<QDockWidget*>("panel.inspector")->raise();
    look("body");
    QStringList all;
    for (const QString& fault : faults) all << fault;
    EXPECT_TRUE(all.isEmpty()) << size.width() << " x " << size.height() << ", " << scale
                               << (dark ? ", dark:\n  " : ", light:\n  ") << all.join("\n  ").toStdString();
    EXPECT_GE(window.view()->width(), std::min(480, size.width() / 3));
  }
}

/// In one window whose type grows by its key: the live run with a verdict, looking back, a branch, a file, the gallery.
TEST(WindowRoom, NothingIsCutInAnyState_WhileTheTypeGrows) {
  const Standard standard;
  for (const QSize size : {QSize(1024, 700), QSize(1440, 900)}) {
    Standard();
    FakeWindow w;
    ASSERT_TRUE(wait_until([&] { return w.moving(); }));
    w.window->resize(size);
    w.window->load(find_scenario("jeffery_orbit"), true);
    QAction* larger = nullptr;
    for (QAction* a : w.window->findChildren<QAction*>())
      if (a->shortcut() == QKeySequence(Qt::CTRL | Qt::Key_Plus)) larger = a;
    ASSERT_TRUE(larger);
    std::set<QString> faults;
    const auto look = [&](const QString& where, const QWidget& part) {
      // A label shows its number in fewer digits once the layout has told it its width.
      QStringList found;
      wait_until([&] { return (found = Examiner(part).faults()).isEmpty(); }, 5000);
      for (const QString& fault : found)
        faults.insert(QStringLiteral("%1, %2: %3").arg(where).arg(font_scale()).arg(fault));
    };
    Player& player = *w.window->player();
    ASSERT_TRUE(wait_until([&] { return player.count() > 8; }));
    for (int i = 0; i <= 10; ++i) {
      if (i % 2 == 0) {
        player.followRun();
        look("live", *w.window);
        player.seek(2);
        look("looking back", *w.window);
        if (i == 4) {
          const Experiment& experiment = *w.window->front()->experiment();
          const std::size_t before = experiment.tree().branches().size();
          w.window->front()->experiment()->branchHere();
          ASSERT_TRUE(wait_until([&] { return experiment.tree().branches().size() > before; }));
          look("branch", *w.window);
        }
        player.openFile("some_run_with_a_rather_long_name.h5");
        ASSERT_TRUE(wait_until([&] { return player.ofFile() && player.shownSnapshot(); }));
        look("file", *w.window);
        w.window->showGallery();
        look("gallery", *w.window->findChild<Gallery*>());
        w.window->findChild<Gallery*>()->hide();
      }
      larger->trigger();
    }
    EXPECT_DOUBLE_EQ(font_scale(), 2);
    QStringList all;
    for (const QString& fault : faults) all << fault;
    EXPECT_TRUE(all.isEmpty()) << size.width() << " x " << size.height() << ":\n  " << all.join("\n  ").toStdString();
  }
}

INSTANTIATE_TEST_SUITE_P(WindowRoom, Room,
                         ::testing::Combine(::testing::Values(QSize(1024, 700), QSize(1440, 900), QSize(3840, 2160)),
                                            ::testing::Values(0.8, 1.0, 1.5, 2.0)));

}  // namespace
}  // namespace slurry::ui
