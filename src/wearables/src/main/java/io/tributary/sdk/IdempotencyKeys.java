package io.tributary.sdk;

import io.tributary.core.ServiceException;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Idempotency keys of uploads within one transaction.
 *
 * <p>A key is claimed once, and the response is stored for repeated requests. The users' rows are
 * locked, so no other transaction claims their keys meanwhile.
 */
final class IdempotencyKeys {
  private static final String CLAIM =
      """
      insert into sdk_upload (user_id, batch_id, digest)
      select * from unnest($1::uuid[], $2::text[], $3::bytea[])
      on conflict do nothing
      returning user_id, batch_id
      """;
  private static final String SAVE_REPLIES =
      """
      update sdk_upload b set reply = u.reply
        from unnest($1::uuid[], $2::text[], $3::bytea[]) as u(user_id, batch_id, reply)
       where b.user_id = u.user_id and b.batch_id = u.batch_id
      """;
  private static final String SELECT_REPLY =
      "select digest, reply from sdk_upload where user_id = $1 and batch_id = $2";

  /** Idempotency key of a user's upload. */
  record Key(UUID user, String id) {}

  /**
   * Upload with an idempotency key.
   *
   * @param digest of the resource and the body
   */
  record KeyedUpload(Key key, byte[] digest) {}

  private final Tx tx;
  private final Set<Key> unclaimed = new HashSet<>();
  private final Map<Key, KeyedUpload> claimed = new HashMap<>();
  private final Map<Key, byte[]> replies = new HashMap<>();

  private IdempotencyKeys(Tx tx) {
    this.tx = tx;
  }

  /** Claims the keys that are new. */
  static IdempotencyKeys claim(Tx tx, Collection<KeyedUpload> wanted) {
    IdempotencyKeys names = new IdempotencyKeys(tx);
    if (!wanted.isEmpty()) {
      for (Row r :
          tx.query(
              CLAIM,
              wanted.stream().map(n -> n.key().user()).toArray(UUID[]::new),
              wanted.stream().map(n -> n.key().id()).toArray(String[]::new),
              wanted.stream().map(KeyedUpload::digest).toArray(byte[][]::new))) {
        names.unclaimed.add(new Key(r.getUUID("user_id"), r.getString("batch_id")));
      }
    }
    return names;
  }

  /**
   * Returns true when this upload must be stored. Of several uploads with one key this is the
   * first.
   */
  boolean claimFirst(KeyedUpload name) {
    if (!unclaimed.remove(name.key())) {
      return false;
    }
    claimed.put(name.key(), name);
    return true;
  }

  /** Keeps the response of an upload. All responses are written together with the last one. */
  void saveReply(KeyedUpload name, byte[] reply) {
    replies.put(name.key(), reply);
    if (replies.size() == claimed.size()) {
      tx.update(
          SAVE_REPLIES,
          replies.keySet().stream().map(Key::user).toArray(UUID[]::new),
          replies.keySet().stream().map(Key::id).toArray(String[]::new),
          replies.values().toArray(byte[][]::new));
    }
  }

  /**
   * Returns the stored response for a repeated upload.
   *
   * @throws ServiceException 409 when the key was used with another body
   */
  byte[] storedReply(KeyedUpload name) {
    KeyedUpload here = claimed.get(name.key());
    byte[] digest;
    byte[] reply;
    if (here != null) {
      digest = here.digest();
      reply = replies.get(name.key());
    } else {
      Optional<Row> row = tx.first(SELECT_REPLY, name.key().user(), name.key().id());
      digest = row.map(r -> RowMapping.bytes(r, "digest")).orElse(null);
      reply = row.map(r -> RowMapping.bytes(r, "reply")).orElse(null);
    }
    if (reply == null) {
      throw ServiceException.unavailable(
          "a request with this batch id is still running; try again", Duration.ofSeconds(1));
    }
    if (!Arrays.equals(digest, name.digest())) {
      throw ServiceException.conflict("this batch id was already used with a different body");
    }
    return reply;
  }
}
