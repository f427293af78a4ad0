package io.tributary.sdk;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.ingest.IngestResult;
import io.tributary.provider.sdk.ParsedUpload;
import java.util.Map;

/**
 * Builds the response to an upload. The counts received and rejected refer to records, the others
 * to stored objects.
 */
final class UploadReply {
  private UploadReply() {}

  static byte[] of(ParsedUpload pushed, IngestResult stored) {
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
    for (ParsedUpload.Rejected r : pushed.rejected()) {
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
