package io.tributary.provenance;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Cursor;
import io.tributary.core.Json;
import io.tributary.read.MergedSamples;
import io.tributary.read.SourceRank;
import java.util.List;
import java.util.Locale;

/** Explains a merged read: for each time interval, which source wins and which lose. */
final class MergeExplainer {
  private final MergedSamples samples;
  private final int page;

  /**
   * @param page maximum number of intervals per reply
   */
  MergeExplainer(MergedSamples samples, int page) {
    this.samples = samples;
    this.page = page;
  }

  ExplainMessages.Explanation explain(ExplainMessages.ExplainMerge m) {
    MergedSamples.MergedIntervalPage found =
        samples.page(
            m.tenant(), m.user(), m.resource(), m.provider(), m.from(), m.to(), m.after(), page);
    ObjectNode out =
        Json.object()
            .put("user_id", m.user().toString())
            .put("resource", m.resource().wire())
            .put("path", m.resource().path())
            .put("unit", m.resource().unit());
    ArrayNode ranked = out.putArray("ranked");
    found
        .ranked()
        .forEach(r -> source(ranked.addObject(), r.source()).put("priority", r.priority()));
    ArrayNode pieces = out.putArray("pieces");
    found.pieces().forEach(p -> view(pieces.addObject(), p));
    return new ExplainMessages.Explanation(
        out.put(
            "next_cursor",
            found.next().map(at -> Cursor.encode(m.filters(), at.texts())).orElse(null)));
  }

  private static void view(ObjectNode out, MergedSamples.MergedInterval piece) {
    List<MergedSamples.SourceAmount> parts = piece.parts();
    out.set("start", Json.tree(piece.start()));
    out.set("end", Json.tree(piece.end()));
    part(out.putObject("winner"), parts.getFirst());
    ArrayNode losers = out.putArray("losers");
    parts.stream().skip(1).forEach(p -> part(losers.addObject(), p));
    out.put(
        "because",
        piece.reason().map(r -> r.name().toLowerCase(Locale.ROOT)).orElse("only_source"));
  }

  private static void part(ObjectNode out, MergedSamples.SourceAmount part) {
    source(out.putObject("source"), part.source());
    double value = part.value();
    if (value == Math.rint(value) && Math.abs(value) < 1e15) {
      // Integral values are written without a fraction, as in reads.
      out.put("value", (long) value);
    } else {
      out.put("value", value);
    }
  }

  private static ObjectNode source(ObjectNode out, SourceRank.Source source) {
    return out.put("provider", source.provider()).put("type", source.type().wire());
  }
}
