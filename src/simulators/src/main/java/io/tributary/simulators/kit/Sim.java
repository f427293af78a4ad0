package io.tributary.simulators.kit;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.Map;
import java.util.function.Function;

/**
 * A vendor's cloud in one process, on one event loop, with invented people. A test embeds it with
 * {@link #start}; {@code scripts/simulator} runs it alone.
 *
 * <p>Levers, JSON in and out, without any authorisation; vendors have more of their own:
 *
 * <table>
 *   <caption>Control endpoints</caption>
 *   <tr><td>GET, POST /control/clock</td><td>{"offset_seconds": n} or {"now": ISO time}: moves the
 *     simulator's now (tokens, data, subscriptions; not the quotas' windows); {"skew_seconds": n}:
 *     puts its stamps wrong</td></tr>
 *   <tr><td>GET, POST, DELETE /control/faults</td><td>{"path_prefix", "user"?, "count" or "for"
 *     (seconds), "after"?, "every"?, "delay_ms"?} and one of "status" (a number or a list, with
 *     "retry_after"?), "reset", "lost", "hang", "garbage" (true), "truncate" (percent), "trickle"
 *     (bytes a second)</td></tr>
 *   <tr><td>GET, POST /control/script, DELETE /control/script/{name}</td><td>{"name", "for"?,
 *     "path_prefix"?, "user"?, "times"?}: plays a {@link FaultScript}</td></tr>
 *   <tr><td>POST /control/apps</td><td>{"client_id", "client_secret", "redirect_uris": []}</td></tr>
 *   <tr><td>POST /control/passwords</td><td>{"login", "password", "name"?, "expired"?, "code"?,
 *     "region"?}</td></tr>
 *   <tr><td>DELETE /control/passwords/{login}</td><td>the account is gone</td></tr>
 *   <tr><td>GET, POST /control/people</td><td>{"name", "zone"?, "days"?, "traits"?}: a person, to be
 *     chosen by sim_user=name on the authorise URL</td></tr>
 *   <tr><td>GET /control/people/{id}/truth?start=&amp;end=</td><td>what really happened, per local
 *     day</td></tr>
 *   <tr><td>POST /control/people/{id}/revoke, /expire</td><td>all grants end; all access tokens
 *     expire</td></tr>
 *   <tr><td>POST /control/people/{id}/revise</td><td>{"day"}: the day's data change, and
 *     subscribers are told</td></tr>
 *   <tr><td>POST /control/people/{id}/records</td><td>{"kind" (weight, blood_pressure, temperature,
 *     glucose, insulin, water, meal, ecg), "at"} and the kind's fields: one more of them, and
 *     subscribers are told</td></tr>
 *   <tr><td>POST /control/people/{id}/notify</td><td>{"forgery"?
 *     none|wrong_signature|no_signature|stale, "copies"?} and what the vendor needs</td></tr>
 *   <tr><td>GET, DELETE /control/requests</td><td>counters by path and status, of quotas, of OAuth
 *     (refreshes, reuses, revocations) and of logins</td></tr>
 *   <tr><td>GET /control/settings</td><td>the settings that lead a node here, with the client's
 *     secret</td></tr>
 *   <tr><td>GET /control/deliveries</td><td>attempts to notify and how many are open</td></tr>
 * </table>
 */
public final class Sim {
  private final Vertx vertx;
  private final SimVerticle verticle;
  private final String deploymentId;
  private final String host;

  private Sim(Vertx vertx, SimVerticle verticle, String deploymentId, String host) {
    this.vertx = vertx;
    this.verticle = verticle;
    this.deploymentId = deploymentId;
    this.host = host;
  }

  /** Starts a vendor; fails if the port is taken or the state file cannot be read. */
  public static Future<Sim> start(Vertx vertx, SimVendor vendor, SimOptions options) {
    var verticle = new SimVerticle(vendor, options);
    return vertx.deployVerticle(verticle).map(id -> new Sim(vertx, verticle, id, options.host()));
  }

  /** The port it listens on. */
  public int port() {
    return verticle.port();
  }

  /** {@code http://host:port}, without a slash at the end. */
  public String baseUrl() {
    return "http://" + host + ":" + port();
  }

  /** The environment that points a node at it. */
  public Map<String, String> settings() {
    return verticle.world().settings(baseUrl());
  }

  /** Does something on the simulator's own event loop, where its state may be touched. */
  public <T> Future<T> in(Function<SimWorld, T> work) {
    Promise<T> done = Promise.promise();
    verticle
        .home()
        .runOnContext(
            v -> {
              try {
                done.complete(work.apply(verticle.world()));
              } catch (RuntimeException e) {
                done.fail(e);
              }
            });
    return done.future();
  }

  /** Stops listening and sending, and writes the state file a last time. */
  public Future<Void> close() {
    return vertx.undeploy(deploymentId);
  }
}
