package io.tributary.push;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.ingest.Stored;
import io.tributary.kernel.Json;
import io.tributary.provider.sdk.Pushed;
import java.util.Map;

/** What became of a push, for the client. Received and rejected count records, the rest objects. */
final class PushReply {
  private PushReply() {}

  static byte[] of(Pushed pushed, Stored stored) {
    ObjectNode out = Json.object().put("success", true);
    out.putObject("counts")
        .put("received", pushed.received())
        .put("accepted", stored.accepted())
        .put("created", sum(stored.created()))
        .put("updated", sum(stored.updated()))
        .put("unchanged", stored.unchanged())
        .put("outside_bounds", stored.outside())
        .put("rejected", pushed.rejectedCount())
        .put("deletions_ignored", pushed.deletions());
    ArrayNode list = out.putArray("rejected");
    for (Pushed.Rejected r : pushed.rejected()) {
      ObjectNode one = list.addObject().put("index", r.index());
      one.set("loc", Json.tree(r.loc()));
      one.put("reason", r.reason()).put("type", r.type());
    }
    return Json.bytes(out);
  }

  private static int sum(Map<?, Integer> counts) {
    return counts.values().stream().mapToInt(n -> n).sum();
  }
}
