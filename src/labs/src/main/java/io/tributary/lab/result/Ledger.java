package io.tributary.lab.result;

import io.tributary.kernel.Json;
import io.tributary.lab.state.Status;
import io.tributary.lab.wire.LabReport.Observation;
import io.tributary.lab.wire.LabReport.Panel;
import io.tributary.lab.wire.LabReport.ResultAction;
import io.tributary.lab.wire.ResultValue;
import io.tributary.lab.wire.hl7.ResultCodes;
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
record Ledger(List<PanelFacts> panels, List<Piece> pieces) {
  static final Ledger EMPTY = new Ledger(List.of(), List.of());

  Ledger {
    panels = List.copyOf(panels);
    pieces = List.copyOf(pieces);
  }

  /** As it is stored; the text of a fault holds nothing of it. */
  static Ledger read(String json) {
    return Json.read(json.getBytes(StandardCharsets.UTF_8), Ledger.class);
  }

  /**
   * What one message says.
   *
   * @param saidAt when the laboratory wrote it
   */
  static Ledger of(Collection<Panel> message, Instant saidAt) {
    Map<String, PanelFacts> facts = new LinkedHashMap<>();
    for (Panel panel : message) {
      PanelFacts next = PanelFacts.of(panel, saidAt);
      facts.merge(next.code(), next, PanelFacts::and);
    }
    return new Ledger(List.copyOf(facts.values()), List.copyOf(said(message, saidAt).values()));
  }

  /** With another message; of two of one time the later to come wins. */
  Ledger with(Ledger message) {
    Map<String, PanelFacts> facts = new LinkedHashMap<>();
    panels.forEach(p -> facts.put(p.code(), p));
    Map<Piece.Key, Piece> all = new LinkedHashMap<>();
    pieces.forEach(p -> all.put(p.key(), p));
    message.panels.forEach(
        next -> facts.merge(next.code(), next, (a, b) -> b.saidAt().isBefore(a.saidAt()) ? a : b));
    message.pieces.forEach(
        next -> all.merge(next.key(), next, (a, b) -> b.saidAt().isBefore(a.saidAt()) ? a : b));
    return new Ledger(List.copyOf(facts.values()), List.copyOf(all.values()));
  }

  Ledger with(Collection<Panel> message, Instant saidAt) {
    return with(of(message, saidAt));
  }

  private static Map<Piece.Key, Piece> said(Collection<Panel> message, Instant saidAt) {
    Map<Piece.Key, Piece> out = new LinkedHashMap<>();
    for (Panel panel : message) {
      for (Observation o : panel.observations()) {
        if (isResult(o)) {
          Piece next = Piece.of(panel, o, saidAt);
          out.merge(next.key(), next, Piece::followedBy);
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
    return panels.stream().map(PanelFacts::saidAt).max(Comparator.naturalOrder());
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

  private Stream<PanelFacts.SampleFacts> samples() {
    return panels.stream().flatMap(p -> p.samples().stream());
  }

  /** The laboratory's numbers of these results. */
  Set<String> accessions() {
    return panels.stream()
        .map(PanelFacts::filler)
        .filter(f -> !f.isEmpty())
        .collect(Collectors.toSet());
  }
}
