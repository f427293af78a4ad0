package io.tributary.lab.result;

import io.tributary.core.Json;
import io.tributary.lab.protocol.LabReport.Observation;
import io.tributary.lab.protocol.LabReport.Panel;
import io.tributary.lab.protocol.LabReport.ResultAction;
import io.tributary.lab.protocol.ResultValue;
import io.tributary.lab.protocol.hl7.ResultCodes;
import io.tributary.lab.state.Status;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All that a laboratory has said of one order, the last word on each thing: labs.md §19.3. What it
 * took back is kept as taken back, so that a word of before cannot bring it in again.
 *
 * @param pieces in the order in which they were first told
 */
record ResultHistory(List<PanelSummary> panels, List<ResultComponent> pieces) {
  static final ResultHistory EMPTY = new ResultHistory(List.of(), List.of());

  ResultHistory {
    panels = List.copyOf(panels);
    pieces = List.copyOf(pieces);
  }

  /** As it is stored; the text of a fault holds nothing of it. */
  static ResultHistory read(String json) {
    return Json.read(json.getBytes(StandardCharsets.UTF_8), ResultHistory.class);
  }

  /**
   * What one message says.
   *
   * @param saidAt when the laboratory wrote it
   */
  static ResultHistory of(Collection<Panel> message, Instant saidAt) {
    Map<String, PanelSummary> facts = new LinkedHashMap<>();
    for (Panel panel : message) {
      PanelSummary next = PanelSummary.of(panel, saidAt);
      facts.merge(next.code(), next, PanelSummary::and);
    }
    return new ResultHistory(
        List.copyOf(facts.values()), List.copyOf(said(message, saidAt).values()));
  }

  /** With another message; of two of one time the later to come wins. */
  ResultHistory with(ResultHistory message) {
    Map<String, PanelSummary> facts = new LinkedHashMap<>();
    panels.forEach(p -> facts.put(p.code(), p));
    Map<ResultComponent.Key, ResultComponent> all = new LinkedHashMap<>();
    pieces.forEach(p -> all.put(p.key(), p));
    message.panels.forEach(
        next -> facts.merge(next.code(), next, (a, b) -> b.saidAt().isBefore(a.saidAt()) ? a : b));
    message.pieces.forEach(
        next -> all.merge(next.key(), next, (a, b) -> b.saidAt().isBefore(a.saidAt()) ? a : b));
    return new ResultHistory(List.copyOf(facts.values()), List.copyOf(all.values()));
  }

  ResultHistory with(Collection<Panel> message, Instant saidAt) {
    return with(of(message, saidAt));
  }

  private static Map<ResultComponent.Key, ResultComponent> said(
      Collection<Panel> message, Instant saidAt) {
    Map<ResultComponent.Key, ResultComponent> out = new LinkedHashMap<>();
    for (Panel panel : message) {
      for (Observation o : panel.observations()) {
        if (isResult(o)) {
          ResultComponent next = ResultComponent.of(panel, o, saidAt);
          out.merge(next.key(), next, ResultComponent::followedBy);
        }
      }
    }
    return out;
  }

  /** Files are kept elsewhere; what is only asked for is none yet. */
  private static boolean isResult(Observation o) {
    boolean file =
        o.value() instanceof ResultValue.Document || o.value() instanceof ResultValue.Pointer;
    return !file && o.action() != ResultAction.IGNORE && o.action() != ResultAction.PENDING;
  }

  /** When the laboratory spoke last. */
  Optional<Instant> saidAt() {
    return panels.stream().map(PanelSummary::saidAt).max(Comparator.naturalOrder());
  }

  /** Where it takes an order that a sample was not used; empty when all were. */
  Optional<Status> rejection() {
    return samples()
        .flatMap(s -> s.rejections().stream())
        .flatMap(f -> ResultCodes.rejection(f.code()).stream())
        .findFirst();
  }

  /** Where it takes an order without results that a sample was in a bad state. */
  Optional<Status> condition() {
    return samples()
        .flatMap(s -> s.conditions().stream())
        .flatMap(f -> ResultCodes.condition(f.code()).stream())
        .findFirst();
  }

  private Stream<PanelSummary.SampleFacts> samples() {
    return panels.stream().flatMap(p -> p.samples().stream());
  }

  /** The laboratory's numbers of these results. */
  Set<String> accessions() {
    return panels.stream()
        .map(PanelSummary::filler)
        .filter(f -> !f.isEmpty())
        .collect(Collectors.toSet());
  }
}
