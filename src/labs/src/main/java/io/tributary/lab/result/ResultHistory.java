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
 * Reports of a laboratory about one order: the latest state of each test and result. Withdrawn
 * results are kept as withdrawn, so that an older message cannot restore them.
 *
 * @param pieces in the order of their first report
 */
record ResultHistory(List<PanelSummary> panels, List<ResultComponent> pieces) {
  static final ResultHistory EMPTY = new ResultHistory(List.of(), List.of());

  ResultHistory {
    panels = List.copyOf(panels);
    pieces = List.copyOf(pieces);
  }

  /** Parses the stored form. A parse error does not contain any of its content. */
  static ResultHistory parse(String json) {
    return Json.read(json.getBytes(StandardCharsets.UTF_8), ResultHistory.class);
  }

  /**
   * Content of one message.
   *
   * @param saidAt time at which the laboratory wrote the message
   */
  static ResultHistory of(Collection<Panel> message, Instant saidAt) {
    Map<String, PanelSummary> facts = new LinkedHashMap<>();
    for (Panel panel : message) {
      PanelSummary next = PanelSummary.of(panel, saidAt);
      facts.merge(next.code(), next, PanelSummary::merge);
    }
    return new ResultHistory(
        List.copyOf(facts.values()), List.copyOf(componentsByKey(message, saidAt).values()));
  }

  /** Merges another message; of two reports with the same time the later arrival wins. */
  ResultHistory merge(ResultHistory message) {
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

  ResultHistory merge(Collection<Panel> message, Instant saidAt) {
    return merge(of(message, saidAt));
  }

  private static Map<ResultComponent.Key, ResultComponent> componentsByKey(
      Collection<Panel> message, Instant saidAt) {
    Map<ResultComponent.Key, ResultComponent> out = new LinkedHashMap<>();
    for (Panel panel : message) {
      for (Observation o : panel.observations()) {
        if (isResult(o)) {
          ResultComponent next = ResultComponent.of(panel, o, saidAt);
          out.merge(next.key(), next, ResultComponent::mergeRepeated);
        }
      }
    }
    return out;
  }

  /** Documents are stored separately, and pending observations are not results yet. */
  private static boolean isResult(Observation o) {
    boolean file =
        o.value() instanceof ResultValue.Document || o.value() instanceof ResultValue.Pointer;
    return !file && o.action() != ResultAction.IGNORE && o.action() != ResultAction.PENDING;
  }

  /** Time of the laboratory's latest report. */
  Optional<Instant> lastReportedAt() {
    return panels.stream().map(PanelSummary::saidAt).max(Comparator.naturalOrder());
  }

  /** Status for a rejected sample; empty when all samples were used. */
  Optional<Status> rejectionStatus() {
    return samples()
        .flatMap(s -> s.rejections().stream())
        .flatMap(f -> ResultCodes.rejection(f.code()).stream())
        .findFirst();
  }

  /** Status for a sample in poor condition, for orders without results. */
  Optional<Status> conditionStatus() {
    return samples()
        .flatMap(s -> s.conditions().stream())
        .flatMap(f -> ResultCodes.condition(f.code()).stream())
        .findFirst();
  }

  private Stream<PanelSummary.SampleFacts> samples() {
    return panels.stream().flatMap(p -> p.samples().stream());
  }

  /** The laboratory's own numbers of these results. */
  Set<String> accessions() {
    return panels.stream()
        .map(PanelSummary::filler)
        .filter(f -> !f.isEmpty())
        .collect(Collectors.toSet());
  }
}
