package io.tributary.erasure;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Encryption;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.core.Times;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.UUID;

/**
 * Proof of a user's erasure. It contains no identity: only a holder of the user ID can verify, by
 * the keyed mark, that the receipt belongs to that user.
 *
 * @param document the signed content
 */
record ErasureReceipt(
    UUID id, UUID org, UUID team, String environment, UUID user, ObjectNode document) {
  private static final int SALT_BYTES = 16;

  static ErasureReceipt of(ErasureProgress p, Instant erasedAt, String release) {
    UUID id = Ids.uuid();
    ObjectNode out =
        Json.object()
            .put("receipt_id", id.toString())
            .put("team_id", p.team().toString())
            .put("environment", p.environment());
    out.set("user", mark(p.user(), Encryption.randomBytes(SALT_BYTES)));
    out.put("reason", p.reason())
        .put("asked_at", Times.format(p.askedAt()))
        .put("erased_at", Times.format(erasedAt));
    out.set("erased", p.counts().deepCopy());
    out.set("providers", p.facts().path("providers"));
    out.set("laboratories", p.facts().path("laboratories"));
    out.set("kept", retained(p));
    out.putObject("software").put("name", "tributary").put("version", release);
    return new ErasureReceipt(id, p.org(), p.team(), p.environment(), p.user(), out);
  }

  /** Returns the HMAC-SHA-256 of the ID's text, keyed with a salt of this receipt. */
  static ObjectNode mark(UUID user, byte[] salt) {
    Base64.Encoder text = Base64.getUrlEncoder().withoutPadding();
    byte[] mark = Encryption.hmacSha256(salt, user.toString().getBytes(StandardCharsets.US_ASCII));
    return Json.object()
        .put("algorithm", "HMAC-SHA-256")
        .put("salt", text.encodeToString(salt))
        .put("mark", text.encodeToString(mark));
  }

  /** Lists what is deliberately kept; src/docs/erasure.md has the details. */
  private static ArrayNode retained(ErasureProgress p) {
    ArrayNode out = Json.array();
    add(out, "erasure_receipt", "proof of the erasure; identifies no person");
    add(
        out,
        "audit_entry",
        "history of reads and changes, under a random id that cannot be linked to a person");
    if (p.counts().has("lab_order")) {
      add(
          out,
          "erased_lab_sample",
          "keyed hashes of the order numbers, so that later messages of laboratories are discarded"
              + " unread");
      add(
          out,
          "records of the laboratories",
          "kept by the laboratories under the law that applies to them");
    }
    if (p.counts().has("bulk_op_entry_freed")) {
      add(out, "bulk_op_entry", "counts of the operation; the user was removed");
    }
    if (p.counts().has("bulk_export_audit_freed")) {
      add(
          out,
          "bulk_export_audit",
          "the fact that tokens were exported, and by which key; the user was removed");
    }
    add(out, "backups", "kept until they expire; made by the operator");
    return out;
  }

  private static void add(ArrayNode list, String what, String why) {
    list.addObject().put("what", what).put("why", why);
  }
}
