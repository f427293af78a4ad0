package io.tributary.simulator.oura;

import io.tributary.simulator.Program;
import io.vertx.core.Future;
import io.vertx.core.Vertx;

/**
 * The Oura cloud in one process, on one event loop, with invented people: authorise page, tokens,
 * v2 data, webhooks. It speaks the vendor's paths, statuses and odd shapes and refuses what the
 * vendor refuses. A test embeds it with {@link #start}; {@link #main} runs it alone and prints
 * {@code ready http://host:port} once it listens.
 *
 * <p>Levers, JSON in and out, without any authorisation:
 *
 * <table>
 *   <caption>Control endpoints</caption>
 *   <tr><td>GET, POST /control/clock</td><td>{"offset_seconds": n} or {"now": ISO time}: moves the
 *     simulator's now (tokens, data, subscriptions; not the rate windows)</td></tr>
 *   <tr><td>POST, DELETE /control/faults</td><td>{"path_prefix", "status", "count", "retry_after",
 *     "delay_ms", "reset"}: the next count requests fail so; without status they are only late;
 *     reset drops the connection</td></tr>
 *   <tr><td>POST /control/apps</td><td>{"client_id", "client_secret", "redirect_uris": []}</td></tr>
 *   <tr><td>GET, POST /control/users</td><td>{"name", "zone"?, "days"?}: a ring user, to be chosen
 *     by sim_user=name on the authorise URL</td></tr>
 *   <tr><td>GET /control/users/{id}/census?start=&amp;end=&amp;at=</td><td>counts per collection and
 *     of the readings inside sleep documents; at: as it stood at that instant</td></tr>
 *   <tr><td>POST /control/users/{id}/revoke</td><td>the user withdraws: all tokens end</td></tr>
 *   <tr><td>POST /control/users/{id}/notify</td><td>{"data_type", "event_type", "object_id",
 *     "forgery"? none|wrong_signature|no_signature|stale, "copies"?}: sends webhooks</td></tr>
 *   <tr><td>POST /control/users/{id}/documents</td><td>{"collection", "document"}: adds or replaces
 *     by id; heartrate takes {"timestamp", "bpm", "source"}</td></tr>
 *   <tr><td>DELETE /control/users/{id}/documents/{collection}/{document}</td><td>takes it away
 *     </td></tr>
 *   <tr><td>GET, DELETE /control/requests</td><td>counters by path and status, and the most
 *     requests that fell into one rate window, per app</td></tr>
 *   <tr><td>GET /control/deliveries</td><td>webhook attempts and how many are open</td></tr>
 * </table>
 */
public final class OuraSimulator {
  private final Vertx vertx;
  private final SimulatorVerticle verticle;
  private final String deploymentId;
  private final String host;

  private OuraSimulator(Vertx vertx, SimulatorVerticle verticle, String deploymentId, String host) {
    this.vertx = vertx;
    this.verticle = verticle;
    this.deploymentId = deploymentId;
    this.host = host;
  }

  /** Starts a simulator; fails if the port is taken or the state file cannot be read. */
  public static Future<OuraSimulator> start(Vertx vertx, Options options) {
    var verticle = new SimulatorVerticle(options);
    return vertx
        .deployVerticle(verticle)
        .map(id -> new OuraSimulator(vertx, verticle, id, options.host()));
  }

  /** The port it listens on. */
  public int port() {
    return verticle.port();
  }

  /** {@code http://host:port}, without a slash at the end. */
  public String baseUrl() {
    return "http://" + host + ":" + port();
  }

  /** Stops listening and sending, and writes the state file a last time. */
  public Future<Void> close() {
    return vertx.undeploy(deploymentId);
  }

  /**
   * Runs until it is told to stop. SIGTERM ends it with status 0, a wrong option with 2, a failed
   * start with 1.
   */
  public static void main(String[] args) throws InterruptedException {
    new Program<>(
            Options.usage(),
            Options::parse,
            Options::exitWithStdin,
            OuraSimulator::start,
            OuraSimulator::baseUrl,
            OuraSimulator::close)
        .run(args);
  }
}
