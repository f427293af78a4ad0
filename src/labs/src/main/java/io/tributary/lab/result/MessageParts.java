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
  private final Function<String, Optional<OrderRow>> findByNumber;
  private final Map<String, Optional<OrderRow>> orderByNumber = new HashMap<>();

  /**
   * @param findByNumber returns the order with a number
   */
  MessageParts(Function<String, Optional<OrderRow>> find) {
    this.findByNumber = find;
  }

  /** A part with the order that its numbers name. */
  record PartWithOrder(ReportPart part, Optional<OrderRow> order) {}

  /** A test with its position in the message. */
  private record PositionedTest(int position, Panel panel) {}

  /** Tests with unknown numbers that are connected by shared numbers. */
  private record UnknownGroup(Set<String> numbers, List<PositionedTest> tests) {}

  List<PartWithOrder> split(LabReport report) {
    List<PartWithOrder> out = new ArrayList<>();
    int place = 0;
    for (Subject subject : report.subjects()) {
      List<PositionedTest> tests = new ArrayList<>();
      for (Panel panel : subject.panels()) {
        if (!panel.equals(Panel.REMOVED)) {
          tests.add(new PositionedTest(place, panel));
        }
        place++;
      }
      out.addAll(split(subject, tests));
    }
    return out;
  }

  private List<PartWithOrder> split(Subject subject, List<PositionedTest> tests) {
    Map<UUID, OrderRow> orders = new LinkedHashMap<>();
    Map<UUID, List<PositionedTest>> numbered = new LinkedHashMap<>();
    List<UnknownGroup> strange = new ArrayList<>();
    List<PositionedTest> unnumbered = new ArrayList<>();
    for (PositionedTest test : tests) {
      Set<String> own = Set.copyOf(ReportPart.ownNumbers(test.panel()));
      Optional<OrderRow> order = findOrder(subject, test.panel());
      if (order.isPresent()) {
        orders.putIfAbsent(order.get().id(), order.get());
        numbered.computeIfAbsent(order.get().id(), k -> new ArrayList<>()).add(test);
      } else if (own.isEmpty()) {
        unnumbered.add(test);
      } else {
        addUnknown(strange, own, test);
      }
    }
    if (!unnumbered.isEmpty()) {
      groupForUnnumbered(numbered, strange).addAll(unnumbered);
    }
    List<PartWithOrder> out = new ArrayList<>();
    orders.forEach(
        (id, row) ->
            out.add(new PartWithOrder(newPart(subject, numbered.get(id)), Optional.of(row))));
    strange.forEach(s -> out.add(new PartWithOrder(newPart(subject, s.tests()), Optional.empty())));
    return out;
  }

  private Optional<OrderRow> findOrder(Subject subject, Panel panel) {
    return ReportPart.orderNumbers(subject, panel).stream()
        .flatMap(n -> orderByNumber.computeIfAbsent(n, findByNumber).stream())
        .findFirst();
  }

  /** Merges all groups that share a number with the test. */
  private static void addUnknown(List<UnknownGroup> all, Set<String> numbers, PositionedTest test) {
    Set<String> names = new HashSet<>(numbers);
    List<PositionedTest> tests = new ArrayList<>();
    for (UnknownGroup other : List.copyOf(all)) {
      if (!Collections.disjoint(other.numbers(), numbers)) {
        names.addAll(other.numbers());
        tests.addAll(other.tests());
        all.remove(other);
      }
    }
    tests.add(test);
    all.add(new UnknownGroup(names, tests));
  }

  /** Returns the group for tests without a number: the person's only group, or a new one. */
  private static List<PositionedTest> groupForUnnumbered(
      Map<UUID, List<PositionedTest>> numbered, List<UnknownGroup> strange) {
    if (numbered.size() + strange.size() != 1) {
      strange.add(new UnknownGroup(Set.of(), new ArrayList<>()));
      return strange.getLast().tests();
    }
    return numbered.isEmpty() ? strange.getFirst().tests() : numbered.values().iterator().next();
  }

  private static ReportPart newPart(Subject subject, List<PositionedTest> tests) {
    return new ReportPart(
        subject,
        tests.stream().map(PositionedTest::position).toList(),
        tests.stream().map(PositionedTest::panel).toList());
  }
}
