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
 * Cuts a message into parts: of each patient what belongs to one order, and what names none. All of
 * a message is looked at, also when some of it was worked through before, so that the same message
 * is cut in the same way.
 */
final class MessageParts {
  private final Function<String, Optional<OrderRow>> find;
  private final Map<String, Optional<OrderRow>> known = new HashMap<>();

  /**
   * @param find the order that a number names
   */
  MessageParts(Function<String, Optional<OrderRow>> find) {
    this.find = find;
  }

  /** A part and the order that its numbers name. */
  record Found(ReportPart part, Optional<OrderRow> order) {}

  /** A test with its place in the message. */
  private record Placed(int place, Panel panel) {}

  /** Tests that name nothing we know, and that one number or another holds together. */
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

  /** What may belong to several orders is not offered as one. */
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

  /** Tests that name no number go with the others of the person, if those belong together. */
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
