package io.tributary.ingest;

import io.tributary.core.ServiceException;
import io.tributary.db.Db;
import io.tributary.db.Tx;
import io.tributary.model.NormalizedBatch;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;

/**
 * Group commit for ingestion: batches that wait at the same time share a transaction.
 *
 * <p>A thousand small pushes then cost a few commits. At most two transactions run at a time; each
 * takes waiting requests in arrival order up to a limit of requests and records. If a shared
 * transaction fails, its requests are retried one by one, so that one faulty request does not
 * affect the others. Requests are rejected with 503 while too many records wait. Thread-safe;
 * callers block and must be on virtual or plain threads.
 */
public final class GroupCommit {
  /** Number of concurrent transactions; more would only compete for the same disk. */
  private static final int MAX_TRANSACTIONS = 2;

  private static final int MAX_REQUESTS = 128;
  private static final int MAX_RECORDS = 20_000;

  /** Limit of waiting records over all callers: a slow database must not exhaust memory. */
  private static final int MAX_WAITING_RECORDS = 1_000_000;

  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

  private final Db db;
  private final Ingest ingest;
  private final Deque<WaitingRequest<?, ?>> waiting = new ArrayDeque<>();
  private long records;
  private int running;

  public GroupCommit(Db db, Ingest ingest) {
    this.db = db;
    this.ingest = ingest;
  }

  /** Work that a caller runs around storing its batch, in the same transaction. */
  public interface TransactionalWork<T> {
    /**
     * Runs the work. It must have no effects except SQL, because it may run more than once.
     *
     * @param ingest stores the batches of this caller
     */
    T run(Tx tx, Ingest ingest);
  }

  /** Kind of request; requests of one kind read what they need from the database together. */
  public interface RequestKind<R, T> {
    /**
     * Returns the approximate number of records of a request, which limits the transaction's size.
     */
    int size(R request);

    /**
     * Plans what to store for each request. Runs in the transaction and may run more than once if
     * that fails, so it must have no effects except SQL.
     */
    List<IngestPlan<T>> plan(Tx tx, List<R> requests);
  }

  /**
   * Plan for one request.
   *
   * @param entry null to store nothing
   * @param result converts the result, or null if nothing was stored, to the caller's answer; a
   *     ServiceException fails only this caller and rolls nothing back
   */
  public record IngestPlan<T>(IngestRequest entry, Function<IngestResult, T> answer) {}

  private static final class WaitingRequest<R, T> {
    final RequestKind<R, T> kind;
    final R request;
    final Promise<T> promise = Promise.promise();
    T result;
    RuntimeException error;

    WaitingRequest(RequestKind<R, T> kind, R request) {
      this.kind = kind;
      this.request = request;
    }

    int size() {
      return kind.size(request);
    }

    void finish() {
      if (error != null) {
        promise.tryFail(error);
      } else {
        promise.tryComplete(result);
      }
    }
  }

  /** Stores a batch and returns after it is committed. */
  public IngestResult store(IngestTarget target, NormalizedBatch batch, boolean history) {
    return submit(BATCH_KIND, new IngestRequest(target, batch, history));
  }

  private static final RequestKind<IngestRequest, IngestResult> BATCH_KIND =
      new RequestKind<>() {
        @Override
        public int size(IngestRequest e) {
          return e.batch().size();
        }

        @Override
        public List<IngestPlan<IngestResult>> plan(Tx tx, List<IngestRequest> entries) {
          return entries.stream().map(e -> new IngestPlan<>(e, s -> s)).toList();
        }
      };

  /** Runs work in a separate transaction of the caller. */
  public <T> T inOwnTransaction(IngestTarget target, TransactionalWork<T> work) {
    return db.txLockingUser(target.userId(), tx -> work.run(tx, ingest));
  }

  /**
   * Stores a request together with concurrent ones and returns after the commit. An error of one
   * request does not affect the others.
   *
   * @throws ServiceException 503 while too many records wait
   */
  public <R, T> T submit(RequestKind<R, T> kind, R request) {
    WaitingRequest<R, T> mine = new WaitingRequest<>(kind, request);
    int size = mine.size();
    synchronized (waiting) {
      if (records > 0 && records + size > MAX_WAITING_RECORDS) {
        throw ServiceException.unavailable("the write queue is full; try again", RETRY_AFTER);
      }
      records += size;
      waiting.add(mine);
      if (running < MAX_TRANSACTIONS) {
        running++;
        Thread.ofVirtual().name("intake").start(this::run);
      }
    }
    return mine.promise.future().await();
  }

  private void run() {
    for (List<WaitingRequest<?, ?>> group = nextGroup(); !group.isEmpty(); group = nextGroup()) {
      try {
        commitGroup(group);
      } catch (RuntimeException | Error e) {
        // Every waiting request must be completed, whatever the error.
        group.forEach(w -> w.promise.tryFail(e));
      }
    }
  }

  /**
   * Returns the requests for the next transaction in arrival order. The lane ends when none is
   * left.
   */
  private List<WaitingRequest<?, ?>> nextGroup() {
    List<WaitingRequest<?, ?>> group = new ArrayList<>();
    synchronized (waiting) {
      int taken = 0;
      while (!waiting.isEmpty()
          && group.size() < MAX_REQUESTS
          && (group.isEmpty() || taken + waiting.peek().size() <= MAX_RECORDS)) {
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

  private void commitGroup(List<WaitingRequest<?, ?>> group) {
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
        // One of the requests caused the error; run individually, each gets its own result.
        group.forEach(w -> commitGroup(List.of(w)));
      }
      return;
    }
    group.forEach(WaitingRequest::finish);
  }

  private void store(Tx tx, List<WaitingRequest<?, ?>> group) {
    List<PlannedRequest<?>> planned = new ArrayList<>();
    List<WaitingRequest<?, ?>> left = new ArrayList<>(group);
    while (!left.isEmpty()) {
      RequestKind<?, ?> kind = left.getFirst().kind;
      List<WaitingRequest<?, ?>> same = left.stream().filter(w -> w.kind == kind).toList();
      left.removeAll(same);
      planned.addAll(plan(tx, kind, same));
    }
    List<IngestRequest> entries =
        planned.stream().map(p -> p.plan().entry()).filter(e -> e != null).toList();
    List<IngestResult> stored = ingest.store(tx, entries);
    int next = 0;
    for (PlannedRequest<?> p : planned) {
      p.answer(p.plan().entry() == null ? null : stored.get(next++));
    }
  }

  private record PlannedRequest<T>(WaitingRequest<?, T> request, IngestPlan<T> plan) {
    void answer(IngestResult stored) {
      request.result = null;
      request.error = null;
      try {
        request.result = plan.answer().apply(stored);
      } catch (ServiceException e) {
        request.error = e;
      }
    }
  }

  @SuppressWarnings("unchecked") // All of them are of this kind.
  private static <R, T> List<PlannedRequest<T>> plan(
      Tx tx, RequestKind<R, T> kind, List<WaitingRequest<?, ?>> given) {
    List<WaitingRequest<R, T>> same = given.stream().map(w -> (WaitingRequest<R, T>) w).toList();
    List<IngestPlan<T>> plans = kind.plan(tx, same.stream().map(w -> w.request).toList());
    List<PlannedRequest<T>> out = new ArrayList<>();
    for (int i = 0; i < plans.size(); i++) {
      out.add(new PlannedRequest<>(same.get(i), plans.get(i)));
    }
    return out;
  }
}
