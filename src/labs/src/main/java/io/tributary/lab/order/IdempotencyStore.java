package io.tributary.lab.order;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.db.Db;
import io.tributary.db.Tx;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * Runs a call with an idempotency key at most once. Call on virtual threads.
 *
 * <p>The first call inserts a row in the state running, in its own transaction, before the work
 * begins. The work's transaction sets the row to done together with the reply. A call that finds a
 * running row fails with 409; a call that finds a done row gets the stored reply. A row that runs
 * longer than {@code stale} is taken over by the next call; the {@code run} column then prevents
 * the abandoned call from committing. A refusal that would repeat (400, 403, 404, 410) is stored
 * unless the key keeps successes only; any other error releases the key.
 */
public final class IdempotencyStore {
  private static final int MAX_CLAIM_ATTEMPTS = 5;

  // An expired row is treated as absent.
  private static final String CLAIM =
      """
      insert into idempotency_key as i
             (team_id, environment, route, key, body_hash, state, run_id)
      values ($1, $2, $3, $4, $5, 'running', $6)
      on conflict (team_id, environment, route, key) do update
         set body_hash = excluded.body_hash, state = 'running', run_id = excluded.run_id,
             status = null, body = null, started_at = now(), finished_at = null
       where i.state = 'running' and i.started_at <= now() - make_interval(secs => $7)
          or i.state = 'done' and i.finished_at <= now() - make_interval(secs => $8)
      """;
  private static final String READ =
      """
      select body_hash, state, status, body from idempotency_key
       where team_id = $1 and environment = $2 and route = $3 and key = $4
      """;
  private static final String FINISH =
      """
      update idempotency_key set state = 'done', status = $6, body = $7, finished_at = now()
       where team_id = $1 and environment = $2 and route = $3 and key = $4 and run_id = $5
         and state = 'running'
      """;
  private static final String RELEASE =
      """
      delete from idempotency_key
       where team_id = $1 and environment = $2 and route = $3 and key = $4 and run_id = $5
         and state = 'running'
      """;

  private final Db db;
  private final Duration staleAfter;
  private final Duration retention;

  /**
   * @param staleAfter time after which a running call is considered abandoned
   * @param retention retention of replies
   */
  public IdempotencyStore(Db db, Duration stale, Duration keep) {
    this.db = db;
    this.staleAfter = stale;
    this.retention = keep;
  }

  /** Reply of a call, from this run or a stored one. */
  public record IdempotentReply(int status, JsonNode body) {}

  /**
   * Runs the work in a transaction, or returns the stored reply.
   *
   * @param work creates the body of a 200; it may run again when the database requests a retry
   * @throws ServiceException the work's own refusal, if the key does not store it; 409 while a call
   *     with the same key is running, or for another body
   */
  public IdempotentReply runOnce(Optional<IdempotencyKey> key, Function<Tx, JsonNode> work) {
    if (key.isEmpty()) {
      return new IdempotentReply(200, db.tx(work));
    }
    UUID run = Ids.uuid();
    Optional<IdempotentReply> before = claim(key.get(), run);
    return before.orElseGet(() -> runClaimed(key.get(), run, work));
  }

  private Optional<IdempotentReply> claim(IdempotencyKey k, UUID run) {
    for (int i = 0; i < MAX_CLAIM_ATTEMPTS; i++) {
      Optional<IdempotentReply> before =
          db.tx(
              tx -> {
                int mine =
                    tx.update(
                        CLAIM,
                        k.tenant().team(),
                        k.tenant().environment().wire(),
                        k.route(),
                        k.key(),
                        k.hash(),
                        run,
                        seconds(staleAfter),
                        seconds(retention));
                return mine == 1 ? Optional.of(CLAIMED) : readReply(tx, k);
              });
      if (before.isPresent()) {
        return before.filter(b -> b != CLAIMED);
      }
      // The key was released between the two statements: retry.
    }
    throw stillRunning();
  }

  private static final IdempotentReply CLAIMED = new IdempotentReply(0, Json.object());

  private static ServiceException stillRunning() {
    return ServiceException.conflict("a call with this idempotency key is still running");
  }

  private static Optional<IdempotentReply> readReply(Tx tx, IdempotencyKey k) {
    return tx.first(READ, k.tenant().team(), k.tenant().environment().wire(), k.route(), k.key())
        .map(r -> toOutcome(k, r));
  }

  private static IdempotentReply toOutcome(IdempotencyKey k, Row r) {
    if (!Arrays.equals(r.getBuffer("body_hash").getBytes(), k.hash())) {
      throw ServiceException.conflict(
          "this idempotency key was already used with a different body");
    }
    if (r.getString("state").equals("running")) {
      throw stillRunning();
    }
    return new IdempotentReply(r.getInteger("status"), Json.parse(r.getString("body")));
  }

  private static double seconds(Duration d) {
    return d.toMillis() / 1000.0;
  }

  private IdempotentReply runClaimed(IdempotencyKey k, UUID run, Function<Tx, JsonNode> work) {
    try {
      return db.tx(
          tx -> {
            JsonNode body = work.apply(tx);
            if (!finish(tx, k, run, 200, body)) {
              // The run was abandoned meanwhile: its successor does the work, and this transaction
              // rolls back.
              throw stillRunning();
            }
            return new IdempotentReply(200, body);
          });
    } catch (ServiceException refused) {
      Optional<Integer> status = storableStatus(refused).filter(s -> !k.successesOnly());
      if (status.isEmpty()) {
        release(k, run);
        throw refused;
      }
      JsonNode body = Json.object().set("detail", refused.detail());
      db.tx(tx -> finish(tx, k, run, status.get(), body));
      return new IdempotentReply(status.get(), body);
    } catch (RuntimeException fault) {
      release(k, run);
      throw fault;
    }
  }

  /** Status of a refusal that a repetition would get again; empty for one that may differ. */
  private static Optional<Integer> storableStatus(ServiceException r) {
    return switch (r.reason()) {
      case INVALID -> Optional.of(400);
      case SWITCHED_OFF -> Optional.of(403);
      case NOT_FOUND -> Optional.of(404);
      case GONE -> Optional.of(410);
      case BAD_INPUT, UNKNOWN_KEY, CONFLICT, TOO_LARGE, TOO_MANY, UNAVAILABLE -> Optional.empty();
    };
  }

  private static boolean finish(Tx tx, IdempotencyKey k, UUID run, int status, JsonNode body) {
    return tx.update(
            FINISH,
            k.tenant().team(),
            k.tenant().environment().wire(),
            k.route(),
            k.key(),
            run,
            status,
            Json.text(body))
        == 1;
  }

  private void release(IdempotencyKey k, UUID run) {
    db.tx(
        tx ->
            tx.update(
                RELEASE,
                k.tenant().team(),
                k.tenant().environment().wire(),
                k.route(),
                k.key(),
                run));
  }
}
