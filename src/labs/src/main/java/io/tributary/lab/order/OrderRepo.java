package io.tributary.lab.order;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Environment;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.core.Tenant;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Status;
import io.tributary.lab.state.StatusDetail;
import io.tributary.telemetry.Tracing;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Statements on orders that write or lock. */
final class OrderRepo {
  private static final String LOCK = OrderRow.COLUMNS + " where o.id = $1 for no key update of o";
  // Orders of a deleted user are hidden, although laboratories may still report on them.
  static final String OF_TENANT =
      """
       join app_user u on u.id = o.user_id and u.deleted_at is null
       where o.id = $1 and o.team_id = $2 and o.environment = $3
      """;
  static final String FIND = OrderRow.COLUMNS + OF_TENANT;
  private static final String LOCK_OF_TENANT = FIND + " for no key update of o";
  private static final String BY_SAMPLE =
      OrderRow.COLUMNS
          + """
           where o.lab_id = $1 and o.environment = $2 and o.sample_id = $3
             for no key update of o
          """;
  private static final String TRANSACTION =
      """
      insert into lab_transaction (id, team_id, environment, user_id) values ($1, $2, $3, $4)
      """;
  private static final String INSERT =
      """
      insert into lab_order (
             id, team_id, environment, user_id, transaction_id, parent_id, origin, lab_id,
             lab_account_id, lab_test_id, modality, status, patient, address, shipping,
             patient_name, dob, physician, billing_type, icd_codes, aoe, clinical_notes, priority,
             consents, activate_by, activate_at, passthrough, creator_member_id, insurance_id,
             sample_id, imported)
      select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, p.doc, $14::text::jsonb,
             $15::text::jsonb, (p.doc ->> 'first_name') || ' ' || (p.doc ->> 'last_name'),
             (p.doc ->> 'dob')::date, $16::text::jsonb, $17, $18::text[], $19::text::jsonb, $20,
             $21, $22::text::jsonb, $23, $24, $25, $26, $27, $28, $29
        from (select $13::text::jsonb as doc) p
      """;
  private static final String MARKERS =
      """
      insert into lab_order_marker (order_id, marker_id, position, provider_id)
      select $1, m.id, u.n, m.provider_id
        from unnest($2::int[]) with ordinality as u (id, n) join marker m on m.id = u.id
      """;
  private static final String EVENT =
      """
      insert into lab_order_event (order_id, status, status_detail) values ($1, $2, $3)
      """;
  private static final String MOVE =
      """
      update lab_order set status = $2, status_detail = $3, status_at = now(), updated_at = now()
       where id = $1
      """;
  private static final String DISPATCH =
      """
      insert into lab_order_dispatch (order_id, kind, due_at)
      values ($1, 'order', coalesce($2, now()))
      """;
  // An order that the laboratory cannot have received is withdrawn; any other is canceled.
  private static final String CANCEL_DISPATCH =
      """
      with gone as (
        delete from lab_order_dispatch
         where order_id = $1 and kind = 'order' and state = 'waiting' and attempt = 0
           and lease_expires_at is null
      )
      insert into lab_order_dispatch (order_id, kind)
      select order_id, 'cancel' from lab_order_dispatch
       where order_id = $1 and kind = 'order'
         and (state <> 'waiting' or attempt > 0 or lease_expires_at is not null)
      on conflict do nothing
      """;
  private static final String IDENTIFY =
      """
      update lab_order o set sample_id = $2, updated_at = now()
       where o.id = $1 and o.sample_id is null
         and not exists (select 1 from lab_order x
                          where x.lab_id = o.lab_id and x.environment = o.environment
                            and x.sample_id = $2)
      """;

  private static final String MARKERS_OF =
      "select marker_id from lab_order_marker where order_id = $1 order by position, marker_id";

  private static final String OF_USER = "select id from lab_order where user_id = $1 order by id";

  private static final String SET_LAST_WEBHOOK =
      "update lab_order set last_webhook = $2 where id = $1";
  private static final String LAST_WEBHOOK = "select last_webhook from lab_order where id = $1";

  // Search index of lists: trigrams prefixed with the team.
  private static final String UPDATE_SEARCH_INDEX =
      """
      insert into lab_order_search (order_id, trigrams)
      select o.id, lab_order_trigrams(o.team_id, o.patient_name,
               coalesce(o.shipping, o.address) ->> 'receiver_name', o.dob, o.id, o.user_id)
        from lab_order o where o.id = $1
      on conflict (order_id) do update set trigrams = excluded.trigrams
      """;

  private OrderRepo() {}

  static Optional<OrderRow> lock(Tx tx, UUID id) {
    return tx.first(LOCK, id).map(OrderRow::read);
  }

  static Optional<OrderRow> lock(Tx tx, Tenant t, UUID id) {
    return tx.first(LOCK_OF_TENANT, id, t.team(), t.environment().wire()).map(OrderRow::read);
  }

  static Optional<OrderRow> bySample(Tx tx, Environment environment, int lab, String sampleId) {
    return tx.first(BY_SAMPLE, lab, environment.wire(), sampleId).map(OrderRow::read);
  }

  /** Inserts the transaction, the order and its markers, but no event. */
  static UUID insert(Tx tx, OrderDraft d) {
    UUID id = Ids.uuid();
    Tracing.remember(id);
    String environment = d.tenant().environment().wire();
    UUID transaction = d.joins().map(OrderRow::transaction).orElseGet(Ids::uuid);
    if (d.joins().isEmpty()) {
      tx.update(TRANSACTION, transaction, d.tenant().team(), environment, d.user());
    }
    OrderTerms t = d.terms();
    tx.update(
        INSERT,
        id,
        d.tenant().team(),
        environment,
        d.user(),
        transaction,
        d.joins().map(OrderRow::id).orElse(null),
        d.origin().wireName(),
        d.lab(),
        d.account().orElse(null),
        d.labTest(),
        OrderRow.columnValue(d.modality()),
        LowStatus.ORDERED.wireName(),
        jsonText(d.patient()),
        jsonText(d.address()),
        jsonText(d.shipping()),
        jsonText(t.physician()),
        t.billing().wireName(),
        t.icdCodes().toArray(String[]::new),
        jsonText(t.aoe()),
        t.clinicalNotes().orElse(null),
        t.priority(),
        jsonText(t.consents()),
        t.activateBy().orElse(null),
        d.activateAt().orElse(null),
        t.passthrough().orElse(null),
        t.creator().orElse(null),
        t.insurance().orElse(null),
        d.sampleId().orElse(null),
        d.sampleId().isPresent());
    tx.update(MARKERS, id, d.markers().toArray(Integer[]::new));
    updateSearchIndex(tx, id);
    return id;
  }

  /** JSON text of a document; null when there is none. */
  static String jsonText(JsonNode node) {
    return node.isNull() ? null : Json.text(node);
  }

  static void insertEvent(Tx tx, UUID order, Status status) {
    tx.update(EVENT, order, status.low().wireName(), detailName(status));
  }

  static void updateStatus(Tx tx, UUID order, Status to) {
    tx.update(MOVE, order, to.low().wireName(), detailName(to));
  }

  private static String detailName(Status status) {
    return status.detail().map(StatusDetail::wireName).orElse(null);
  }

  static void insertDispatch(Tx tx, UUID order, Instant due) {
    tx.update(DISPATCH, order, due);
  }

  /** Cancels the dispatch; returns whether the laboratory must be notified. */
  static boolean cancelDispatch(Tx tx, UUID order) {
    return tx.update(CANCEL_DISPATCH, order) > 0;
  }

  /** Updates the search index. Call whenever a name, a birth date or a user changes. */
  static void updateSearchIndex(Tx tx, UUID order) {
    tx.update(UPDATE_SEARCH_INDEX, order);
  }

  /** Orders of a user, in lock order. */
  static List<UUID> ofUser(Tx tx, UUID user) {
    return RowMapping.list(tx.query(OF_USER, user), r -> r.getUUID("id"));
  }

  /** Stores the message ID of the last webhook about the order. */
  static void lastWebhook(Tx tx, UUID order, String message) {
    tx.update(SET_LAST_WEBHOOK, order, message);
  }

  static Optional<String> lastWebhook(Tx tx, UUID order) {
    return tx.first(LAST_WEBHOOK, order).map(r -> r.getString("last_webhook"));
  }

  static List<Integer> markers(Tx tx, UUID order) {
    return RowMapping.list(tx.query(MARKERS_OF, order), r -> r.getInteger("marker_id"));
  }

  static boolean assignSampleId(Tx tx, UUID order, String sampleId) {
    return tx.update(IDENTIFY, order, sampleId) > 0;
  }

  /** The customer's own ID of the user ({@code client_user_id}); null when there is none. */
  static String clientUserId(Tx tx, UUID user) {
    return tx.first("select client_user_id from app_user where id = $1", user)
        .orElseThrow()
        .getString("client_user_id");
  }
}
