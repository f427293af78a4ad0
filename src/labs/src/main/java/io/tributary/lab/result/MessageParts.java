package io.tributary.lab.result;

import io.tributary.lab.order.OrderRow;
import io.tributary.lab.protocol.LabReport;
import io.tributary.lab.protocol.LabReport.Panel;
import io.tributary.lab.protocol.LabReport.Subject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;

/**
 * Splits a message into parts, each with the tests of one patient that belong to the same order or
 * to no known order.
 *
 * <p>Tests that name the same known order form a part. Tests with unknown numbers form a part if
 * one number connects them. Tests without a number join the patient's only other part; if there is
 * none or more than one, they form a part of their own. The whole message is always split, even
 * when some of it was processed before, so that the same message yields the same parts.
 */
final class MessageParts {
  private final Function<String, Optional<OrderRow>> find;
  private final Map<String, Optional<OrderRow>> known = new HashMap<>();

  /**
   * @param find returns the order with a number
   */
  MessageParts(Function<String, Optional<OrderRow>> find) {
    this.find = find;
  }

  /** A part with the order that its numbers name. */
  record Found(ReportPart part, Optional<OrderRow> order) {}

  /** A test with its position in the message. */
  private record Placed(int place, Panel panel) {}

  /** Tests with unknown numbers that are connected by shared numbers. */
  private record Strange(Set<String> numbers, List<Placed> tests) {}

  List<Found> of(LabReport report) {
    List<Found> out = new ArrayList<>();
    int place = 0;
    for (Subject subject : report.subjects()) {
      List<Placed> tests = new ArrayList<>();
      for (Panel panel : subject.panels()) {
        if (!panel.equals(Panel.GONE)) {
          tests.add(new Placed(place, panel));
        }
        place++;
      }
      out.addAll(of(subject, tests));
    }
    return out;
  }

  private List<Found> of(Subject subject, List<Placed> tests) {
    Map<UUID, OrderRow> orders = new LinkedHashMap<>();
    Map<UUID, List<Placed>> numbered = new LinkedHashMap<>();
    List<Strange> strange = new ArrayList<>();
    List<Placed> unnumbered = new ArrayList<>();
    for (Placed test : tests) {
      Set<String> own = Set.copyOf(ReportPart.ownNumbers(test.panel()));
      Optional<OrderRow> order = order(subject, test.panel());
      if (order.isPresent()) {
        orders.putIfAbsent(order.get().id(), order.get());
        numbered.computeIfAbsent(order.get().id(), k -> new ArrayList<>()).add(test);
      } else if (own.isEmpty()) {
        unnumbered.add(test);
      } else {
        strange(strange, own, test);
      }
    }
    if (!unnumbered.isEmpty()) {
      home(numbered, strange).addAll(unnumbered);
    }
    List<Found> out = new ArrayList<>();
    orders.forEach(
        (id, row) -> out.add(new Found(part(subject, numbered.get(id)), Optional.of(row))));
    strange.forEach(s -> out.add(new Found(part(subject, s.tests()), Optional.empty())));
    return out;
  }

  private Optional<OrderRow> order(Subject subject, Panel panel) {
    return ReportPart.numbers(subject, panel).stream()
        .flatMap(n -> known.computeIfAbsent(n, find).stream())
        .findFirst();
  }

  /** Merges all groups that share a number with the test. */
  private static void strange(List<Strange> all, Set<String> numbers, Placed test) {
    Set<String> names = new HashSet<>(numbers);
    List<Placed> tests = new ArrayList<>();
    for (Strange other : List.copyOf(all)) {
      if (!Collections.disjoint(other.numbers(), numbers)) {
        names.addAll(other.numbers());
        tests.addAll(other.tests());
        all.remove(other);
      }
    }
    tests.add(test);
    all.add(new Strange(names, tests));
  }

  /** Returns the group for tests without a number: the person's only group, or a new one. */
  private static List<Placed> home(Map<UUID, List<Placed>> numbered, List<Strange> strange) {
    if (numbered.size() + strange.size() != 1) {
      strange.add(new Strange(Set.of(), new ArrayList<>()));
      return strange.getLast().tests();
    }
    return numbered.isEmpty() ? strange.getFirst().tests() : numbered.values().iterator().next();
  }

  private static ReportPart part(Subject subject, List<Placed> tests) {
    return new ReportPart(
        subject,
        tests.stream().map(Placed::place).toList(),
        tests.stream().map(Placed::panel).toList());
  }
}
