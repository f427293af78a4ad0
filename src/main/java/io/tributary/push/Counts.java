package io.tributary.push;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.ingest.Stored;
import io.tributary.kernel.Json;
import io.tributary.model.Sample;
import io.tributary.model.SourcedSummary;
import io.tributary.provider.sdk.Pushed;
import java.time.LocalDate;
import java.util.Map;

/**
 * What became of a push, as its reply tells it.
 *
 * @param received records of the body
 * @param created objects and samples that are new
 * @param updated ones whose content changed
 * @param unchanged ones that were stored already, or that a later one of the same push replaces
 * @param outside ones outside of the user's ingestion bounds
 * @param rejected records that cannot be used
 */
record Counts(int received, int created, int updated, int unchanged, int outside, int rejected) {
  static Counts of(Pushed pushed, PushState state, Stored stored) {
    int outside = state.bounded() ? outside(pushed, state) : 0;
    int created = sum(stored.created());
    int updated = sum(stored.updated());
    int given = pushed.batch().samples().size() + pushed.batch().summaries().size();
    return new Counts(
        pushed.received(),
        created,
        updated,
        given - outside - created - updated,
        outside,
        pushed.rejectedCount());
  }

  private static int sum(Map<?, Integer> counts) {
    int sum = 0;
    for (int n : counts.values()) {
      sum += n;
    }
    return sum;
  }

  private static int outside(Pushed pushed, PushState state) {
    int n = 0;
    long lastDay = Long.MIN_VALUE;
    boolean taken = true;
    for (Sample s : pushed.batch().samples()) {
      int offset = s.offsetSeconds() == null ? 0 : s.offsetSeconds();
      long day = Math.floorDiv(s.at().getEpochSecond() + offset, 86_400L);
      if (day != lastDay) {
        taken = state.takes(LocalDate.ofEpochDay(day));
        lastDay = day;
      }
      n += taken ? 0 : 1;
    }
    for (SourcedSummary s : pushed.batch().summaries()) {
      n += s.summary().filterDate().map(state::takes).orElse(true) ? 0 : 1;
    }
    return n;
  }

  /** The whole reply. */
  byte[] reply(Pushed pushed) {
    ObjectNode out = Json.object().put("success", true);
    out.putObject("counts")
        .put("received", received)
        .put("accepted", created + updated)
        .put("created", created)
        .put("updated", updated)
        .put("unchanged", unchanged)
        .put("outside_bounds", outside)
        .put("rejected", rejected)
        .put("deletions_ignored", pushed.deletions());
    ArrayNode list = out.putArray("rejected");
    for (Pushed.Rejected r : pushed.rejected()) {
      ObjectNode one = list.addObject().put("index", r.index());
      one.set("loc", Json.tree(r.loc()));
      one.put("reason", r.reason()).put("type", r.type());
    }
    return Json.bytes(out);
  }
}
