package io.tributary.simulators.kit;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.Map;
import java.util.function.Function;

/**
 * Simulator of one vendor's cloud with generated people, running on one event loop. A test embeds
 * it with {@link #start}; {@code scripts/simulator} runs it alone.
 *
 * <p>Control endpoints use JSON and need no authorization. Vendors add their own:
 *
 * <table> <caption>Control endpoints</caption>
 * <tr><td>GET, POST /control/clock</td><td>{"offset_seconds": n} or {"now": ISO time}: moves the
 * simulator's clock (tokens, data, subscriptions; not the quota windows); {"skew_seconds": n}:
 * shifts the timestamps that it sends</td></tr>
 * <tr><td>GET, POST, DELETE /control/faults</td><td>{"path_prefix", "user"?, "count" or "for"
 * (seconds), "after"?, "every"?, "delay_ms"?} and one of "status" (a number or a list, with
 * "retry_after"?), "reset", "lost", "hang", "garbage" (true), "truncate" (percent), "trickle"
 * (bytes per second)</td></tr>
 * <tr><td>GET, POST /control/script, DELETE /control/script/{name}</td><td>{"name", "for"?,
 * "path_prefix"?, "user"?, "times"?}: runs a {@link FaultScript}</td></tr>
 * <tr><td>POST /control/apps</td><td>{"client_id", "client_secret", "redirect_uris": []}</td></tr>
 * <tr><td>POST /control/passwords</td><td>{"login", "password", "name"?, "expired"?, "code"?,
 * "region"?}</td></tr>
 * <tr><td>DELETE /control/passwords/{login}</td><td>removes the account</td></tr>
 * <tr><td>GET, POST /control/people</td><td>{"name", "zone"?, "days"?, "traits"?}: creates a
 * person, to be selected by sim_user=name on the authorization URL</td></tr>
 * <tr><td>GET /control/people/{id}/truth?start=&amp;end=</td><td>ground truth per local
 * day</td></tr>
 * <tr><td>POST /control/people/{id}/revoke, /expire</td><td>ends all grants; expires all access
 * tokens</td></tr>
 * <tr><td>POST /control/people/{id}/revise</td><td>{"day"}: changes the data of the day and
 * notifies subscribers</td></tr>
 * <tr><td>POST /control/people/{id}/records</td><td>{"kind" (weight, blood_pressure, temperature,
 * glucose, insulin, water, meal, ecg), "at"} and the fields of the kind: adds a record and notifies
 * subscribers</td></tr>
 * <tr><td>POST /control/people/{id}/notify</td><td>{"forgery"?
 * none|wrong_signature|no_signature|stale, "copies"?} and the fields that the vendor
 * needs</td></tr>
 * <tr><td>GET, DELETE /control/requests</td><td>counters by path and status, of quotas, of OAuth
 * (refreshes, reuses, revocations) and of logins</td></tr>
 * <tr><td>GET /control/settings</td><td>settings that point a node at this simulator, including the
 * client secret</td></tr>
 * <tr><td>GET /control/deliveries</td><td>delivery attempts of notifications and the number of open
 * ones</td></tr>
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

  public int port() {
    return verticle.port();
  }

  /** Returns {@code http://host:port}, without a trailing slash. */
  public String baseUrl() {
    return "http://" + host + ":" + port();
  }

  /** Returns the settings that point a node at this simulator. */
  public Map<String, String> settings() {
    return verticle.world().settings(baseUrl());
  }

  /** Runs work on the simulator's event loop, where its state may be accessed. */
  public <T> Future<T> runOnEventLoop(Function<SimContext, T> work) {
    Promise<T> done = Promise.promise();
    verticle
        .baseUrl()
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
