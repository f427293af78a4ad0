package io.tributary.lab.result;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.FieldError;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.tributary.lab.order.OrderLifecycle;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.state.LabOrderAction;
import io.tributary.lab.state.ResultTransitions;
import io.tributary.lab.state.Transitions;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** Decisions of a team about results under review. */
final class UnmatchedCommands {
  private static final String LOCK =
      """
      select id, lab_message_id, test_indexes, lab_id, fragments::text as fragments, content,
             candidates::text as candidates
        from lab_unmatched_result
       where id = $1 and team_id = $2 and environment = $3 and status = 'pending_customer_review'
         for update
      """;
  private static final String ACCEPTED =
      """
      update lab_unmatched_result
         set status = 'resolved', resolution_action = 'accept', resolved_user_id = $2,
             resolved_order_id = $3, note = $4, reviewed_at = now(), updated_at = now()
       where id = $1
      """;
  private static final String DECIDED =
      """
      update lab_unmatched_result
         set status = $2, resolution_action = $3, note = $4, reviewed_at = now(), updated_at = now()
       where id = $1
      """;
  private static final String USER =
      """
      select 1 from app_user
       where id = $1 and team_id = $2 and environment = $3 and deleted_at is null
      """;

  /** Source of the patient data for a new order of a user. */
  private static final String LAST_ORDER =
      """
      select id from lab_order where user_id = $1 and patient is not null
       order by created_at desc, id desc limit 1
      """;

  private static final String MARKERS =
      """
      select id from marker where lab_id = $1 and provider_id = any($2) and active order by id
      """;
  private static final String NUMBER_TAKEN =
      "select 1 from lab_order where lab_id = $1 and sample_id = $2 and environment = $3";

  private final Db db;
  private final OrderLifecycle lifecycle;
  private final ResultAttacher attacher;
  private final UnmatchedResultStore unmatched;

  UnmatchedCommands(
      Db db, OrderLifecycle book, ResultAttacher attachment, UnmatchedResultStore unmatched) {
    this.db = db;
    this.lifecycle = book;
    this.attacher = attachment;
    this.unmatched = unmatched;
  }

  /** An item under review. */
  private record UnmatchedItem(
      UUID id,
      UUID rawMessage,
      List<Integer> positions,
      int lab,
      ResultHistory history,
      Optional<byte[]> labReport,
      JsonNode candidates) {
    static UnmatchedItem read(Row r) {
      return new UnmatchedItem(
          r.getUUID("id"),
          r.getUUID("lab_message_id"),
          places(r.getArrayOfIntegers("test_indexes")),
          r.getInteger("lab_id"),
          ResultHistory.parse(r.getString("fragments")),
          Optional.ofNullable(RowMapping.bytes(r, "content")),
          Json.parse(r.getString("candidates")));
    }

    /** Positions; empty for an item stored before they were recorded. */
    private static List<Integer> places(Integer[] column) {
      return column == null ? List.of() : List.of(column);
    }

    Set<String> codes() {
      return history.panels().stream().map(PanelSummary::code).collect(Collectors.toSet());
    }

    ResultAttacher.AttachableResults message() {
      return new ResultAttacher.AttachableResults(rawMessage, positions, history, labReport);
    }
  }

  /** Attaches the result to an order and returns that order in API form. */
  ObjectNode accept(UnmatchedMessages.Accept m) {
    return db.tx(
        tx -> {
          UnmatchedItem item = lock(tx, m.tenant(), m.id());
          OrderRow order = resolveOrder(tx, item, m);
          attacher.attach(tx, order, item.message(), true);
          tx.update(ACCEPTED, item.id(), order.user(), order.id(), m.note().orElse(null));
          unmatched.announce(tx, item.id(), false);
          return lifecycle.view(tx, order.id());
        });
  }

  UUID resolve(UnmatchedMessages.Resolve m) {
    return db.tx(
        tx -> {
          UnmatchedItem item = lock(tx, m.tenant(), m.id());
          ReviewStatus to = m.reject() ? ReviewStatus.RESOLVED : ReviewStatus.PENDING_OPS_REVIEW;
          tx.update(
              DECIDED,
              item.id(),
              to.wireName(),
              m.reject() ? "reject" : "unsure",
              m.note().orElse(null));
          unmatched.announce(tx, item.id(), false);
          return item.id();
        });
  }

  private static UnmatchedItem lock(Tx tx, Tenant tenant, UUID id) {
    return tx.first(LOCK, id, tenant.team(), tenant.environment().wire())
        .map(UnmatchedItem::read)
        .orElseThrow(() -> ServiceException.notFound("unmatched result"));
  }

  /** Finds or creates the order for the result, locked and able to accept it. */
  private OrderRow resolveOrder(Tx tx, UnmatchedItem item, UnmatchedMessages.Accept m) {
    m.user().ifPresent(u -> requireUser(tx, m.tenant(), u));
    Optional<UUID> named = m.order().or(() -> onlyCandidate(item, m));
    if (named.isEmpty()) {
      UUID user = m.user().orElseThrow(UnmatchedCommands::ambiguousOrder);
      OrderRow like =
          tx.first(LAST_ORDER, user)
              .flatMap(r -> lifecycle.lock(tx, m.tenant(), r.getUUID("id")))
              .orElseThrow(
                  () -> ServiceException.badRequest("the user has no order with patient data"));
      return createOrder(tx, item, like, false);
    }
    OrderRow order =
        lifecycle
            .lock(tx, m.tenant(), named.get())
            .orElseThrow(() -> ServiceException.notFound("order"));
    if (m.user().isPresent() && !m.user().get().equals(order.user())) {
      throw ServiceException.validationFailed(
          FieldError.body("order_id", "The order does not belong to this user", "value_error"));
    }
    if (!order.patient().isObject()) {
      throw ServiceException.badRequest("this kit has not been registered yet");
    }
    return acceptingOrder(tx, item, order);
  }

  private static void requireUser(Tx tx, Tenant tenant, UUID user) {
    if (tx.first(USER, user, tenant.team(), tenant.environment().wire()).isEmpty()) {
      throw ServiceException.notFound("user");
    }
  }

  /** The only candidate order. Empty when a user is named, because the user gets a new order. */
  private static Optional<UUID> onlyCandidate(UnmatchedItem item, UnmatchedMessages.Accept m) {
    if (m.user().isPresent()) {
      return Optional.empty();
    }
    List<UUID> orders = new ArrayList<>();
    item.candidates()
        .forEach(
            g ->
                g.get("candidates")
                    .forEach(c -> orders.add(UUID.fromString(c.get("order_id").asText()))));
    return orders.size() == 1 ? Optional.of(orders.getFirst()) : Optional.empty();
  }

  private static ServiceException ambiguousOrder() {
    return ServiceException.validationFailed(
        FieldError.body("order_id", "The order is ambiguous or missing: set order_id", "missing"));
  }

  /** Returns the order itself if it accepts results; otherwise an order created for this result. */
  private OrderRow acceptingOrder(Tx tx, UnmatchedItem item, OrderRow order) {
    boolean here = order.lab() == item.lab();
    if (here && LabOrderAction.ATTACH_RESULT.isAllowed(order.modality(), order.status().low())) {
      return order;
    }
    if (!here || Transitions.isFinished(order.modality(), order.status().low())) {
      return createOrder(tx, item, order, true);
    }
    boolean afterDraw =
        !ResultTransitions.afterReview(
                order.modality(), order.status().low(), ResultTransitions.ResultKind.PARTIAL)
            .isEmpty();
    if (!afterDraw) {
      throw ServiceException.badRequest("the order is not yet ready for results");
    }
    return order;
  }

  private OrderRow createOrder(Tx tx, UnmatchedItem item, OrderRow like, boolean joins) {
    List<Integer> markers =
        RowMapping.list(
            tx.query(MARKERS, item.lab(), item.codes().toArray(String[]::new)),
            r -> r.getInteger("id"));
    if (markers.isEmpty()) {
      throw ServiceException.badRequest("the catalog contains none of the tests of this result");
    }
    return lifecycle.createForResult(
        tx, like, joins, item.lab(), markers, freeSampleId(tx, like, item));
  }

  /** The laboratory's own number, with a suffix if one of its orders has it already. */
  private static String freeSampleId(Tx tx, OrderRow like, UnmatchedItem item) {
    String environment = like.tenant().environment().wire();
    String base = item.history().accessions().stream().sorted().findFirst().orElse("R" + item.id());
    String out = base;
    for (int n = 2; tx.first(NUMBER_TAKEN, item.lab(), out, environment).isPresent(); n++) {
      // Not a hyphen, because laboratories use it to number the tests of an order.
      out = base + "R" + n;
    }
    return out;
  }
}
