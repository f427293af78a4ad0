package io.tributary.lab.exchange;

import io.tributary.config.LabExchangeConfig;
import io.tributary.db.Db;
import io.tributary.db.Rows;
import io.tributary.db.Tx;
import io.tributary.kernel.Environment;
import io.tributary.kernel.Ids;
import io.tributary.lab.order.OrderBook;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Modality;
import io.tributary.lab.state.Status;
import io.tributary.lab.state.Transitions;
import io.tributary.lab.state.Transitions.Verdict;
import io.tributary.lab.wire.LabOrder.Wish;
import io.vertx.sqlclient.Row;
import java.lang.System.Logger.Level;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Makes the messages that orders want: each once, in the transaction that says so. For virtual
 * threads.
 */
final class Dispatch {
  private static final System.Logger LOG = System.getLogger(Dispatch.class.getName());
  private static final Duration WITHOUT_LINK = Duration.ofMinutes(1);

  /** Without what is easily misread. */
  private static final String LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

  private static final int SAMPLE_LETTERS = 10;

  private static final String CLAIM =
      """
      with due as materialized (
        select order_id, kind from lab_order_dispatch
         where state = 'waiting' and due_at <= now() and (lease_until is null or lease_until < now())
         order by due_at limit $1 for update skip locked
      )
      update lab_order_dispatch d
         set attempt = attempt + 1, lease_until = now() + $2::bigint * interval '1 millisecond'
        from due where d.order_id = due.order_id and d.kind = due.kind
      returning d.order_id, d.kind, d.attempt
      """;

  /** Orders of the sandbox that nobody drives are not looked at again and again. */
  private static final String HUSH =
      """
      update lab_order_dispatch d set due_at = 'infinity'
        from lab_order o
       where d.state = 'waiting' and d.kind = 'order' and d.due_at <= now() and d.lease_until is null
         and o.id = d.order_id and o.environment = 'sandbox'
         and not exists (select 1 from lab_sandbox_run r where r.order_id = d.order_id)
      """;

  private static final String HOLD =
      "select state from lab_order_dispatch where order_id = $1 and kind = $2 for update";

  private static final String STATE =
      """
      update lab_order_dispatch set state = $3, error = nullif($4, ''), lease_until = null
       where order_id = $1 and kind = $2
      """;

  /** As if nobody had looked: what was never sent is still taken back without a word to anybody. */
  private static final String SLEEP =
      """
      update lab_order_dispatch
         set due_at = coalesce($3::timestamptz, 'infinity'), attempt = 0, lease_until = null,
             error = nullif($4, '')
       where order_id = $1 and kind = $2
      """;

  private static final String AGAIN =
      """
      update lab_order_dispatch
         set due_at = now() + $3::bigint * interval '1 millisecond', lease_until = null, error = $4
       where order_id = $1 and kind = $2 and state = 'waiting'
      """;

  private static final String WAKE =
      """
      update lab_order_dispatch set due_at = now()
       where order_id = $1 and kind = 'order' and state = 'waiting' and due_at > now()
      """;

  private static final String WANTED = "select 1 from lab_sandbox_run where order_id = $1";

  private static final String SENT_ORDER =
      """
      select id, state, attempt, sample_id from lab_message
       where order_id = $1 and direction = 'out' and kind = 'order' for update
      """;

  private static final String VOID =
      "update lab_message set state = 'void', ended_at = now() where id = $1";

  private static final String LAB = "select slug from lab where id = $1";

  record Job(UUID order, String kind, int attempt) {}

  private final Db db;
  private final LabExchangeConfig settings;
  private final OrderBook orders;
  private final Links links;
  private final OrderFacts facts;
  private final ExchangeMeters meters;
  private final Map<String, LabAdapter> adapters = new ConcurrentHashMap<>();

  Dispatch(
      Db db,
      LabExchangeConfig settings,
      OrderBook orders,
      Links links,
      OrderFacts facts,
      ExchangeMeters meters) {
    this.db = db;
    this.settings = settings;
    this.orders = orders;
    this.links = links;
    this.facts = facts;
    this.meters = meters;
  }

  List<Job> claim(int most) {
    if (settings.sandboxWaits()) {
      db.query(HUSH);
    }
    return Rows.list(
        db.query(CLAIM, most, settings.lease().toMillis()),
        r -> new Job(r.getUUID("order_id"), r.getString("kind"), r.getInteger("attempt")));
  }

  void run(Job job) {
    try {
      db.tx(
          tx -> {
            make(tx, job);
            return null;
          });
    } catch (RuntimeException e) {
      // Of any kind: an order that cannot be written must not be forgotten, nor hold up others.
      Duration pause = settings.waitAfter(job.attempt());
      LOG.log(Level.ERROR, "order=" + job.order() + " not written for its laboratory", e);
      meters.fault("write");
      db.query(AGAIN, job.order(), job.kind(), pause.toMillis(), e.getClass().getSimpleName());
    }
  }

  private void make(Tx tx, Job job) {
    Optional<OrderRow> found = orders.lock(tx, job.order());
    Optional<Row> held = tx.first(HOLD, job.order(), job.kind());
    if (found.isEmpty() || held.isEmpty() || !held.get().getString("state").equals("waiting")) {
      return;
    }
    OrderRow order = found.get();
    if (job.kind().equals("cancel")) {
      recall(tx, order);
    } else {
      send(tx, order);
    }
  }

  private void send(Tx tx, OrderRow order) {
    if (order.activateAt().filter(at -> at.isAfter(Instant.now())).isPresent()) {
      sleep(tx, order, order.activateAt().get(), "");
      return;
    }
    if (waitsForRun(tx, order)) {
      sleep(tx, order, null, "");
      return;
    }
    if (may(order, LowStatus.REQUISITION_CREATED)) {
      place(tx, order);
    } else if (order.modality() == Modality.REGISTRABLE_KIT
        && may(order, LowStatus.AWAITING_REGISTRATION)) {
      prepareKit(tx, order);
    } else if (Transitions.isFinished(order.modality(), order.status().low())) {
      state(tx, order, "order", "done", "");
    } else {
      sleep(tx, order, null, "");
    }
  }

  /** In the sandbox nothing happens until somebody asks for it (labs.md §17). */
  private boolean waitsForRun(Tx tx, OrderRow order) {
    return settings.sandboxWaits()
        && order.tenant().environment() == Environment.SANDBOX
        && tx.first(WANTED, order.id()).isEmpty();
  }

  private static boolean may(OrderRow order, LowStatus to) {
    return Transitions.judge(order.modality(), order.status(), Status.of(to)) == Verdict.MOVE;
  }

  /** The kit gets its printed number; the laboratory hears of it when somebody has registered. */
  private void prepareKit(Tx tx, OrderRow order) {
    if (order.sampleId().isEmpty() && !orders.identify(tx, order, newSample())) {
      throw new IllegalStateException("the number of a kit is taken");
    }
    orders.move(tx, order, Status.of(LowStatus.AWAITING_REGISTRATION));
    sleep(tx, order, null, "");
  }

  private void place(Tx tx, OrderRow order) {
    String lab = slug(tx, order);
    Optional<LinkProfile> link = links.of(order.tenant().environment(), lab);
    if (link.isEmpty()) {
      LOG.log(Level.WARNING, "order=" + order.id() + " lab=" + lab + " has no link, it waits");
      meters.fault("no_link");
      sleep(tx, order, Instant.now().plus(WITHOUT_LINK), "no link to the laboratory");
      return;
    }
    String sample = order.sampleId().orElseGet(Dispatch::newSample);
    write(tx, order, link.get(), lab, "order", Wish.PLACE, sample);
    state(tx, order, "order", "sent", "");
  }

  private void recall(Tx tx, OrderRow order) {
    Optional<Row> sent = tx.first(SENT_ORDER, order.id());
    if (sent.isEmpty()) {
      state(tx, order, "cancel", "done", "");
      return;
    }
    String state = sent.get().getString("state");
    boolean never = state.equals("waiting") && sent.get().getInteger("attempt") == 0;
    if (never) {
      tx.update(VOID, sent.get().getUUID("id"));
      state(tx, order, "order", "done", "");
    }
    if (never || state.equals("parked") || state.equals("void")) {
      // The laboratory has nothing that could be cancelled.
      state(tx, order, "cancel", "done", "");
      return;
    }
    String lab = slug(tx, order);
    Optional<LinkProfile> link = links.of(order.tenant().environment(), lab);
    if (link.isEmpty()) {
      throw new IllegalStateException("the link to " + lab + " is gone");
    }
    write(tx, order, link.get(), lab, "cancel", Wish.CANCEL, sent.get().getString("sample_id"));
    state(tx, order, "cancel", "sent", "");
  }

  private void write(
      Tx tx, OrderRow order, LinkProfile link, String lab, String kind, Wish wish, String sample) {
    String controlId = newSample() + newSample();
    byte[] body =
        adapters
            .computeIfAbsent(link.name(), n -> Links.adapter(link))
            .write(facts.of(tx, order, wish, sample), lab, controlId, Instant.now());
    MessageRepo.keep(
        tx,
        link.name(),
        kind,
        order.id(),
        controlId,
        hash(body),
        body,
        kind.equals("order") ? sample : null,
        order.lab());
  }

  /** The order as its laboratory would have got it; of an order that has a number. */
  byte[] written(Tx tx, OrderRow order) {
    String lab = slug(tx, order);
    LinkProfile link = links.of(order.tenant().environment(), lab).orElseThrow();
    return adapters
        .computeIfAbsent(link.name(), n -> Links.adapter(link))
        .write(
            facts.of(tx, order, Wish.PLACE, order.sampleId().orElseThrow()),
            lab,
            newSample() + newSample(),
            Instant.now());
  }

  private static void state(Tx tx, OrderRow order, String kind, String state, String error) {
    tx.update(STATE, order.id(), kind, state, error);
  }

  /** Of this order, for the laboratory to be told. */
  static void ended(Tx tx, UUID order, String kind, String state, String error) {
    tx.update(STATE, order, kind, state, error);
  }

  private static void sleep(Tx tx, OrderRow order, Instant until, String why) {
    tx.update(SLEEP, order.id(), "order", until, why);
  }

  /** What waits for nothing but a word is looked at again. */
  static void wake(Tx tx, UUID order) {
    tx.update(WAKE, order);
    tx.wakeAfterCommit(OrderBook.QUEUE);
  }

  private static String slug(Tx tx, OrderRow order) {
    return tx.first(LAB, order.lab()).orElseThrow().getString("slug");
  }

  private static String newSample() {
    byte[] random = HexFormat.of().parseHex(Ids.hex(SAMPLE_LETTERS));
    StringBuilder out = new StringBuilder(SAMPLE_LETTERS);
    for (byte b : random) {
      out.append(LETTERS.charAt(b & 31));
    }
    return out.toString();
  }

  private static String hash(byte[] body) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
