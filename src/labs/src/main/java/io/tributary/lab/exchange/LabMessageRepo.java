package io.tributary.lab.exchange;

import io.tributary.core.Encryption;
import io.tributary.core.Ids;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.tributary.lab.protocol.hl7.MessageKey;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Rows of {@code lab_message}.
 *
 * <p>Outgoing messages: waiting, then awaiting (the transport accepted, the application's answer is
 * pending), then done, parked for an operator, or void. Incoming messages: waiting, then done,
 * unmatched or parked. An incoming message is unique by link, sender, control ID and content hash.
 */
final class LabMessageRepo {
  static final String IN_QUEUE = "lab-in";

  private static final String COLUMNS =
      """
      m.id, m.connection_name, m.kind, m.order_id, m.sender, m.control_id, m.body, m.sample_id, m.state, m.attempt
      """;

  private static final String INSERT =
      """
      insert into lab_message (id, connection_name, direction, kind, order_id, sender, control_id, hash, body, sample_id, lab_id)
      values ($1, $2, 'out', $3, $4, $2, $5, $6, $7, $8, $9)
      """;

  /**
   * A cancellation never overtakes its order. It waits for the transport's answer, and for the
   * application's answer until its timeout; after that the laboratory is assumed to have the order.
   */
  private static final String CLAIM_NEXT =
      """
      with due as materialized (
        select n.id, n.kind = 'order' and n.attempt = 0 and exists (
                 select 1 from lab_order o join app_user u on u.id = o.user_id
                  where o.id = n.order_id and u.deleted_at is not null) as unwanted
          from lab_message n
         where n.connection_name = $1 and n.direction = 'out' and n.state = 'waiting' and n.due_at <= now()
           and not exists (
             select 1 from lab_message e
              where e.order_id = n.order_id and e.direction = 'out' and e.created_at < n.created_at
                and (e.state = 'waiting' or e.state = 'awaiting' and e.due_at > now()))
         order by n.created_at, n.id limit 1 for update of n skip locked
      )
      update lab_message m set attempt = attempt + case when due.unwanted then 0 else 1 end
        from due where m.id = due.id
      returning due.unwanted,
      """
          + COLUMNS;

  private static final String RECEIVE =
      """
      insert into lab_message (id, connection_name, direction, kind, sender, control_id, hash, body)
      values ($1, $2, 'in', $3, $4, $5, $6, $7)
      on conflict (connection_name, sender, control_id, hash) where direction = 'in' do nothing
      """;

  private static final String CLAIM_IN =
      """
      with due as materialized (
        select id from lab_message
         where direction = 'in' and state = 'waiting' and due_at <= now()
           and (lease_expires_at is null or lease_expires_at < now())
         order by due_at, id limit $1 for update skip locked
      )
      update lab_message m
         set attempt = attempt + 1, lease_expires_at = now() + $2::bigint * interval '1 millisecond'
        from due where due.id = m.id
      returning
      """
          + COLUMNS;

  private static final String BY_CONTROL_ID =
      "select "
          + COLUMNS
          + " from lab_message m where connection_name = $1 and direction = 'out' and control_id ="
          + " $2";

  private static final String UNANSWERED =
      "select "
          + COLUMNS
          + """
           from lab_message m
          where connection_name = $1 and lab_id = $2 and sample_id = $3 and direction = 'out' and kind = 'order'
            and state in ('waiting', 'awaiting', 'parked')
          """;

  private static final String OUTGOING =
      "select "
          + COLUMNS
          + " from lab_message m where id = $1 and direction = 'out' and order_id is not null";

  private static final String LOCK_OUTGOING = OUTGOING + " for update of m";

  private static final String END =
      """
      update lab_message
         set state = $2, ack_code = coalesce($3, ack_code), error = nullif($4, ''),
             answer = coalesce($5, answer), rejected = $6, ended_at = now(), lease_expires_at = null
       where id = $1 and (direction = 'out' and state <> 'void'
                          or state in ('waiting', 'awaiting', 'parked'))
      """;

  private static final String RETRY_LATER =
      """
      update lab_message
         set state = 'waiting', due_at = now() + $2::bigint * interval '1 millisecond',
             error = nullif($3, ''), lease_expires_at = null
       where id = $1 and state = 'waiting'
      """;

  private static final String AWAIT =
      """
      update lab_message
         set state = 'awaiting', ack_code = $2, due_at = now() + $3::bigint * interval '1 millisecond'
       where id = $1 and state = 'waiting'
      """;

  private static final String SET_PROCESSED =
      """
      update lab_message
         set state = $2, order_id = $3, unparsed_segments = $4, error = null, ended_at = now(), lease_expires_at = null
       where id = $1
      """;

  private static final String LOCK_AND_COMPARE =
      "select sha256(body) = $2 as same from lab_message where id = $1 for no key update";

  /**
   * An erasure changed the message in the meantime: the remaining content is processed, empty
   * content needs none.
   */
  private static final String REPROCESS =
      """
      update lab_message
         set state = case when body = '' then 'done' else 'waiting' end, due_at = now(), error = null,
             ended_at = case when body = '' then now() end, lease_expires_at = null
       where id = $1 and state = 'waiting'
      """;

  private static final String REPLACE_BODY =
      "update lab_message set body = $2, answer = null where id = $1";

  /**
   * A message that was sent before still counts as sent, so that canceling it notifies the
   * laboratory.
   */
  private static final String REPLAY =
      """
      update lab_message
         set state = 'waiting', attempt = case when direction = 'in' then 0 else attempt end, response_errors = 0,
             rejected = false, due_at = now(), error = null, ended_at = null, lease_expires_at = null
       where id = $1 and state in ('parked', 'unmatched') and body <> ''
      returning connection_name, direction, order_id, kind
      """;

  private static final String COUNT_FAULT =
      """
      update lab_message
         set response_errors = response_errors + 1, due_at = now() + $2::bigint * interval '1 millisecond', error = $3
       where id = $1 and state = 'waiting'
      returning response_errors
      """;

  /** The cancellation succeeded, so the fate of the order's own message no longer matters. */
  private static final String VOID_ORDER =
      """
      update lab_message set state = 'void', error = 'cancelled', ended_at = now()
       where order_id = $1 and direction = 'out' and kind = 'order' and state in ('awaiting', 'parked')
      """;

  /**
   * A message to be processed.
   *
   * @param attempt number of sends, including the current one
   */
  record StoredMessage(
      UUID id,
      String link,
      String kind,
      Optional<UUID> order,
      String sender,
      String controlId,
      byte[] body,
      Optional<String> sampleId,
      String state,
      int attempt) {
    static StoredMessage read(Row r) {
      return new StoredMessage(
          r.getUUID("id"),
          r.getString("connection_name"),
          r.getString("kind"),
          Optional.ofNullable(r.getUUID("order_id")),
          r.getString("sender"),
          r.getString("control_id"),
          RowMapping.bytes(r, "body"),
          Optional.ofNullable(r.getString("sample_id")),
          r.getString("state"),
          r.getInteger("attempt"));
    }

    /** Decrypts the bytes of an incoming message. */
    StoredMessage decrypted(MessageEncryption seal) {
      byte[] bytes = seal.decrypt(body, link, sender, controlId);
      return new StoredMessage(
          id, link, kind, order, sender, controlId, bytes, sampleId, state, attempt);
    }

    boolean isCancel() {
      return kind.equals("cancel");
    }

    /** Returns whether the message has not ended successfully yet. */
    boolean isOpen() {
      return state.equals("waiting") || state.equals("awaiting") || state.equals("parked");
    }

    boolean isVoid() {
      return state.equals("void");
    }

    @Override
    public String toString() {
      return "Kept[" + id + " " + link + " " + kind + " " + state + "]";
    }
  }

  private LabMessageRepo() {}

  /** Queue that wakes the owner of a link. */
  static String outQueue(String link) {
    return "lab-out-" + link;
  }

  /** Stores an outgoing message before it is sent. */
  static void insertOutgoing(
      Tx tx,
      String link,
      String kind,
      UUID order,
      String controlId,
      String hash,
      byte[] body,
      String sampleId,
      int lab) {
    tx.update(INSERT, Ids.uuid(), link, kind, order, controlId, hash, body, sampleId, lab);
    tx.wakeAfterCommit(outQueue(link));
  }

  /**
   * @param mustNotBeSent whether it was never sent and must not be, because its user was deleted
   *     meanwhile
   */
  record NextMessage(StoredMessage message, boolean mustNotBeSent) {}

  /** Returns the next message to send and counts the attempt. */
  static Optional<NextMessage> claimNext(Tx tx, String link) {
    return tx.first(CLAIM_NEXT, link)
        .map(r -> new NextMessage(StoredMessage.read(r), r.getBoolean("unwanted")));
  }

  /** Returns true when the message is new; in either case it is stored once this has completed. */
  static Future<Boolean> insertIncoming(
      Db db, String link, String kind, MessageKey key, byte[] body) {
    return db.write(
            RECEIVE, Ids.uuid(), link, kind, key.sender(), key.controlId(), key.sha256(), body)
        .map(rows -> rows.rowCount() > 0);
  }

  static List<StoredMessage> claimIncoming(Db db, int most, Duration lease) {
    return RowMapping.list(db.query(CLAIM_IN, most, lease.toMillis()), StoredMessage::read);
  }

  static Optional<StoredMessage> findByControlId(Tx tx, String link, String controlId) {
    return tx.first(BY_CONTROL_ID, link, controlId).map(StoredMessage::read);
  }

  /** Returns the order message that has not been acknowledged. */
  static Optional<StoredMessage> findUnanswered(Tx tx, String link, int lab, String sampleId) {
    return tx.first(UNANSWERED, link, lab, sampleId).map(StoredMessage::read);
  }

  /** Returns an outgoing message without locking it. */
  static Optional<StoredMessage> findOutgoing(Tx tx, UUID id) {
    return tx.first(OUTGOING, id).map(StoredMessage::read);
  }

  /** Returns an outgoing message, locked until the transaction ends. Lock its order first. */
  static Optional<StoredMessage> lockOutgoing(Tx tx, UUID id) {
    return tx.first(LOCK_OUTGOING, id).map(StoredMessage::read);
  }

  /** Final state of a message. */
  record MessageEnd(String state, String code, String error, byte[] answer, boolean refused) {
    static MessageEnd of(String state, String error) {
      return new MessageEnd(state, null, error, null, false);
    }
  }

  /**
   * Ends a message. Outgoing messages that are void and incoming messages that have ended do not
   * change.
   */
  static void end(Tx tx, UUID id, MessageEnd end) {
    tx.update(END, id, end.state(), end.code(), end.error(), end.answer(), end.refused());
  }

  /**
   * Counts a failure of the message, schedules a retry after the pause, and returns the number of
   * failures.
   */
  static int countFault(Tx tx, UUID id, Duration pause, String error) {
    return tx.first(COUNT_FAULT, id, pause.toMillis(), error)
        .map(r -> r.getInteger("response_errors"))
        .orElse(0);
  }

  static void voidOrderMessage(Tx tx, UUID order) {
    tx.update(VOID_ORDER, order);
  }

  static void retryLater(Tx tx, UUID id, Duration pause, String error) {
    tx.update(RETRY_LATER, id, pause.toMillis(), error);
  }

  static void setAwaiting(Tx tx, UUID id, String code, Duration limit) {
    tx.update(AWAIT, id, code, limit.toMillis());
  }

  static void setProcessed(Tx tx, UUID id, String state, UUID order, int unread) {
    tx.update(SET_PROCESSED, id, state, order, unread);
  }

  /**
   * Returns whether the stored bytes are still those that were read; if so, they are locked until
   * the transaction ends. Otherwise the message is processed again with its new bytes.
   *
   * @param read the message as it was stored
   */
  static boolean lockIfUnchanged(Tx tx, StoredMessage read) {
    boolean same =
        tx.first(LOCK_AND_COMPARE, read.id(), Buffer.buffer(Encryption.sha256(read.body())))
            .map(r -> r.getBoolean("same"))
            .orElse(false);
    if (!same) {
      tx.update(REPROCESS, read.id());
      tx.wakeAfterCommit(IN_QUEUE);
    }
    return same;
  }

  /** Replaces a message with its remaining content. */
  static void replaceBody(Tx tx, UUID id, byte[] sealed) {
    tx.update(REPLACE_BODY, id, Buffer.buffer(sealed));
  }

  /** Replays a message; empty when it does not exist or needs no replay. */
  static Optional<Row> replay(Tx tx, UUID id) {
    return tx.first(REPLAY, id);
  }
}
