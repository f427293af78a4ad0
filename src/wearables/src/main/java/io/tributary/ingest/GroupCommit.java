package io.tributary.ingest;

import io.tributary.core.ServiceException;
import io.tributary.db.Db;
import io.tributary.db.Tx;
import io.tributary.model.NormalisedBatch;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;

/**
 * Stores batches of many callers: what waits at the same moment shares a transaction, so that a
 * thousand small pushes cost a few commits. Shared by all threads; callers are virtual or plain
 * threads.
 */
public final class GroupCommit {
  /** Transactions at once: more would only wait for each other at the same disk. */
  private static final int LANES = 2;

  private static final int MOST_REQUESTS = 128;
  private static final int MOST_RECORDS = 20_000;

  /** Records that wait, of all callers: a database that is too slow must not fill the memory. */
  private static final int MOST_WAITING = 1_000_000;

  private static final Duration BUSY = Duration.ofSeconds(1);

  private final Db db;
  private final Ingest ingest;
  private final Deque<Waiting<?, ?>> waiting = new ArrayDeque<>();
  private long records;
  private int running;

  public GroupCommit(Db db, Ingest ingest) {
    this.db = db;
    this.ingest = ingest;
  }

  /** Work of one caller around the storing of its batch, in the same transaction. */
  public interface Work<T> {
    /**
     * Has no effect but SQL, and may run more than once.
     *
     * @param ingest takes the batches of this caller
     */
    T run(Tx tx, Ingest ingest);
  }

  /** Requests of one kind: what they need from the database is read for all at once. */
  public interface Kind<R, T> {
    /** Records of a request, roughly: how much room it takes in a transaction. */
    int size(R request);

    /**
     * Decides what is stored for each of these requests. Runs in the transaction, more than once if
     * that fails, and has no effect but SQL.
     */
    List<Plan<T>> plan(Tx tx, List<R> requests);
  }

  /**
   * What is to be done for a request.
   *
   * @param entry null to store nothing
   * @param answer makes the caller's answer of the outcome, null when nothing was to be stored; a
   *     refusal that it throws goes to this caller alone, and undoes nothing
   */
  public record Plan<T>(IngestRequest entry, Function<IngestResult, T> answer) {}

  private static final class Waiting<R, T> {
    final Kind<R, T> kind;
    final R request;
    final Promise<T> promise = Promise.promise();
    T answer;
    RuntimeException refusal;

    Waiting(Kind<R, T> kind, R request) {
      this.kind = kind;
      this.request = request;
    }

    int size() {
      return kind.size(request);
    }

    void finish() {
      if (refusal != null) {
        promise.tryFail(refusal);
      } else {
        promise.tryComplete(answer);
      }
    }
  }

  /** Stores a batch; returns once it is committed. */
  public IngestResult store(IngestTarget target, NormalisedBatch batch, boolean history) {
    return join(PLAIN, new IngestRequest(target, batch, history));
  }

  private static final Kind<IngestRequest, IngestResult> PLAIN =
      new Kind<>() {
        @Override
        public int size(IngestRequest e) {
          return e.batch().size();
        }

        @Override
        public List<Plan<IngestResult>> plan(Tx tx, List<IngestRequest> entries) {
          return entries.stream().map(e -> new Plan<>(e, s -> s)).toList();
        }
      };

  /** A transaction of the caller's own. */
  public <T> T with(IngestTarget target, Work<T> work) {
    return db.txOf(target.userId(), tx -> work.run(tx, ingest));
  }

  /**
   * Stores together with what others bring at this moment; returns once it is committed. A fault of
   * one does not touch the others.
   *
   * @throws Refusal 503 while too much waits
   */
  public <R, T> T join(Kind<R, T> kind, R request) {
    Waiting<R, T> mine = new Waiting<>(kind, request);
    int size = mine.size();
    synchronized (waiting) {
      if (records > 0 && records + size > MOST_WAITING) {
        throw ServiceException.unavailable("too much waits to be stored; try again", BUSY);
      }
      records += size;
      waiting.add(mine);
      if (running < LANES) {
        running++;
        Thread.ofVirtual().name("intake").start(this::run);
      }
    }
    return mine.promise.future().await();
  }

  private void run() {
    for (List<Waiting<?, ?>> group = take(); !group.isEmpty(); group = take()) {
      try {
        together(group);
      } catch (RuntimeException | Error e) {
        // Whatever it is, nobody may wait for ever.
        group.forEach(w -> w.promise.tryFail(e));
      }
    }
  }

  /** As many as fit into a transaction, in the order they came; the lane ends with an empty one. */
  private List<Waiting<?, ?>> take() {
    List<Waiting<?, ?>> group = new ArrayList<>();
    synchronized (waiting) {
      int taken = 0;
      while (!waiting.isEmpty()
          && group.size() < MOST_REQUESTS
          && (group.isEmpty() || taken + waiting.peek().size() <= MOST_RECORDS)) {
        taken += waiting.peek().size();
        group.add(waiting.poll());
      }
      records -= taken;
      if (group.isEmpty()) {
        running--;
      }
    }
    return group;
  }

  private void together(List<Waiting<?, ?>> group) {
    try {
      db.tx(
          tx -> {
            store(tx, group);
            return null;
          });
    } catch (RuntimeException e) {
      if (group.size() == 1
          || e instanceof ServiceException r && r.reason() == ServiceException.Reason.UNAVAILABLE) {
        group.forEach(w -> w.promise.tryFail(e));
      } else {
        // One of them is to blame; alone, each meets its own fate.
        group.forEach(w -> together(List.of(w)));
      }
      return;
    }
    group.forEach(Waiting::finish);
  }

  private void store(Tx tx, List<Waiting<?, ?>> group) {
    List<Planned<?>> planned = new ArrayList<>();
    List<Waiting<?, ?>> left = new ArrayList<>(group);
    while (!left.isEmpty()) {
      Kind<?, ?> kind = left.getFirst().kind;
      List<Waiting<?, ?>> same = left.stream().filter(w -> w.kind == kind).toList();
      left.removeAll(same);
      planned.addAll(plan(tx, kind, same));
    }
    List<IngestRequest> entries =
        planned.stream().map(p -> p.plan().entry()).filter(e -> e != null).toList();
    List<IngestResult> stored = ingest.store(tx, entries);
    int next = 0;
    for (Planned<?> p : planned) {
      p.answer(p.plan().entry() == null ? null : stored.get(next++));
    }
  }

  private record Planned<T>(Waiting<?, T> who, Plan<T> plan) {
    void answer(IngestResult stored) {
      who.answer = null;
      who.refusal = null;
      try {
        who.answer = plan.answer().apply(stored);
      } catch (ServiceException e) {
        who.refusal = e;
      }
    }
  }

  @SuppressWarnings("unchecked") // all of them are of this kind
  private static <R, T> List<Planned<T>> plan(Tx tx, Kind<R, T> kind, List<Waiting<?, ?>> given) {
    List<Waiting<R, T>> same = given.stream().map(w -> (Waiting<R, T>) w).toList();
    List<Plan<T>> plans = kind.plan(tx, same.stream().map(w -> w.request).toList());
    List<Planned<T>> out = new ArrayList<>();
    for (int i = 0; i < plans.size(); i++) {
      out.add(new Planned<>(same.get(i), plans.get(i)));
    }
    return out;
  }
}
