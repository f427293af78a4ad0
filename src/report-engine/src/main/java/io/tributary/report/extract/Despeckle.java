package io.tributary.report.extract;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Finds specks on black-and-white pages: isolated dots and the remains of pale rules.
 *
 * <p>Remains of rules are dots and dashes in a row. A decimal point or the dot of an i has its
 * letter beside it. Monospaced type has wider gaps, but a letter on either side.
 */
final class Despeckle {
  private static final int LEAST_LETTER = 6;
  private static final int ENOUGH_LETTERS = 40;

  /** Sizes and distances are in letter heights. */
  private static final double MAX_DOT_SIZE = 0.3;

  private static final double TALL = 0.5;
  private static final double WIDEST = 12;
  private static final double BESIDE = 0.5;
  private static final double OVER = 0.45;
  private static final double EDGE = 0.12;
  private static final double FOOT = 0.65;

  /** The dash of a range has space on both sides. */
  private static final double DASH_GAP = 1;

  /**
   * Maximum gap on either side of a point in monospaced type, where it is equally far from the
   * digits on both sides.
   */
  private static final double MAX_POINT_GAP = 0.9;

  /** Lower limit of the area of a decimal point, in letter heights from the top of the letter. */
  private static final double POINT_ZONE_TOP = 0.7;

  private static final double NEXT = 0.9;
  private static final double LONG = 4;

  private static final int THIN = 2;
  private static final int PIECES = 6;
  private static final int TINY = 2;

  private final List<ConnectedComponent> shapes;
  private final double letter;
  private final List<ConnectedComponent> tall;
  private final List<ConnectedComponent> dots;

  private Despeckle(List<ConnectedComponent> shapes, double letter) {
    this.shapes = shapes;
    this.letter = letter;
    this.tall =
        shapes.stream()
            .filter(s -> s.h() >= TALL * letter && s.w() <= WIDEST * letter)
            .sorted(Comparator.comparingInt(ConnectedComponent::x))
            .toList();
    this.dots =
        shapes.stream()
            .filter(this::isDot)
            .sorted(Comparator.comparingInt(ConnectedComponent::x))
            .toList();
  }

  private boolean isDot(ConnectedComponent s) {
    return s.w() <= MAX_DOT_SIZE * letter && s.h() <= MAX_DOT_SIZE * letter;
  }

  /** Returns the specks among all shapes of a page; none if the page has hardly any letters. */
  static List<ConnectedComponent> findSpecks(List<ConnectedComponent> shapes) {
    int[] heights =
        shapes.stream()
            .filter(s -> s.h() >= LEAST_LETTER && s.w() <= 3 * s.h() && s.h() <= 5 * s.w())
            .mapToInt(ConnectedComponent::h)
            .sorted()
            .toArray();
    return heights.length < ENOUGH_LETTERS
        ? List.of()
        : new Despeckle(shapes, heights[heights.length / 2]).isolatedDots();
  }

  private List<ConnectedComponent> isolatedDots() {
    List<ConnectedComponent> out = new ArrayList<>(ruleRemains());
    for (ConnectedComponent s : dots) {
      if (!hasAdjacentLetter(s) && !isBetween(s) && !isColon(s)) {
        out.add(s);
      }
    }
    return out;
  }

  private boolean hasAdjacentLetter(ConnectedComponent dot) {
    double reach = (isStroke(dot) ? DASH_GAP : BESIDE) * letter;
    boolean tiny = isTiny(dot);
    double middle = middle(dot);
    for (int i = firstIndexFrom(tall, dot.x() - reach - WIDEST * letter); i < tall.size(); i++) {
      ConnectedComponent t = tall.get(i);
      if (t.x() > dot.x() + dot.w() + reach) {
        return false;
      }
      double gap = Math.max(t.x() - dot.x() - dot.w(), dot.x() - t.x() - t.w());
      double bottom = t.y() + t.h() + EDGE * letter;
      double top = tiny ? t.y() + (1 - FOOT) * t.h() : t.y() - EDGE * letter;
      boolean beside = gap <= reach && middle >= top && middle <= bottom;
      double above = t.y() - dot.y() - dot.h();
      boolean over = gap <= 0 && above >= 0 && above <= OVER * letter;
      if (beside || over) {
        return true;
      }
    }
    return false;
  }

  /** Recognizes a decimal point: a dot at the baseline with letters on both sides. */
  private boolean isBetween(ConnectedComponent dot) {
    boolean left = false;
    boolean right = false;
    double reach = MAX_POINT_GAP * letter;
    double middle = middle(dot);
    for (int i = firstIndexFrom(tall, dot.x() - reach - WIDEST * letter); i < tall.size(); i++) {
      ConnectedComponent t = tall.get(i);
      if (isTiny(dot) || t.x() > dot.x() + dot.w() + reach) {
        break;
      }
      double bottom = t.y() + t.h() + EDGE * letter;
      if (middle >= t.y() + POINT_ZONE_TOP * t.h() && middle <= bottom) {
        left |= t.x() < dot.x() && dot.x() - t.x() - t.w() <= reach;
        right |= t.x() >= dot.x();
      }
    }
    return left && right;
  }

  private boolean isColon(ConnectedComponent dot) {
    for (int i = firstIndexFrom(dots, dot.x() - 1.0); i < dots.size(); i++) {
      ConnectedComponent under = dots.get(i);
      if (under.x() > dot.x() + 1) {
        return false;
      }
      double down = under.y() - dot.y() - dot.h();
      if (down > 0 && down <= TALL * letter && isBetween(under)) {
        return !isTiny(dot);
      }
    }
    return false;
  }

  private static double middle(ConnectedComponent s) {
    return s.y() + s.h() / 2.0;
  }

  private static boolean isTiny(ConnectedComponent s) {
    return s.w() * s.h() <= TINY;
  }

  private static boolean isStroke(ConnectedComponent s) {
    return s.w() > s.h() && s.w() > THIN;
  }

  private static int firstIndexFrom(List<ConnectedComponent> sorted, double x) {
    int low = 0;
    int high = sorted.size();
    while (low < high) {
      int middle = (low + high) / 2;
      if (sorted.get(middle).x() < x) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private List<ConnectedComponent> ruleRemains() {
    List<List<ConnectedComponent>> open = new ArrayList<>();
    List<ConnectedComponent> out = new ArrayList<>();
    shapes.stream()
        .filter(s -> s.h() <= THIN)
        .sorted(Comparator.comparingInt(ConnectedComponent::x))
        .forEach(
            s -> {
              List<ConnectedComponent> row = null;
              for (int i = open.size() - 1; i >= 0; i--) {
                ConnectedComponent last = open.get(i).getLast();
                if (s.x() - last.x() - last.w() > NEXT * letter) {
                  addRuleRemains(open.remove(i), out);
                } else if (Math.abs(last.y() - s.y()) <= 1) {
                  row = open.get(i);
                }
              }
              if (row == null) {
                row = new ArrayList<>();
                open.add(row);
              }
              row.add(s);
            });
    open.forEach(row -> addRuleRemains(row, out));
    return out;
  }

  private void addRuleRemains(List<ConnectedComponent> row, List<ConnectedComponent> out) {
    int span = row.getLast().x() + row.getLast().w() - row.getFirst().x();
    if (row.size() >= PIECES && span >= LONG * letter) {
      out.addAll(row);
    }
  }
}
