package io.tributary.simulators.oura;

import io.tributary.simulators.Program;
import io.tributary.simulators.kit.Sim;
import io.tributary.simulators.kit.SimVendor;
import io.vertx.core.Future;
import io.vertx.core.Vertx;

/**
 * The Oura cloud in one process, on one event loop, with invented people: authorise page, tokens,
 * v2 data, webhooks. It speaks the vendor's paths, statuses and odd shapes and refuses what the
 * vendor refuses. A test embeds it with {@link #start}; {@link #main} runs it alone and prints
 * {@code ready http://host:port} once it listens.
 *
 * <p>Levers beside those of {@link Sim}, which it has as well:
 *
 * <table>
 *   <caption>Control endpoints</caption>
 *   <tr><td>GET /control/users/{id}/census?start=&amp;end=&amp;at=</td><td>counts per collection and
 *     of the readings inside sleep documents; at: as it stood at that instant</td></tr>
 *   <tr><td>POST /control/users/{id}/notify</td><td>{"data_type", "event_type", "object_id",
 *     "forgery"?, "copies"?}: sends webhooks</td></tr>
 *   <tr><td>POST /control/users/{id}/documents</td><td>{"collection", "document"}: adds or replaces
 *     by id; heartrate takes {"timestamp", "bpm", "source"}</td></tr>
 *   <tr><td>DELETE /control/users/{id}/documents/{collection}/{document}</td><td>takes it away
 *     </td></tr>
 * </table>
 */
public final class OuraSimulator {
  private final Sim sim;

  private OuraSimulator(Sim sim) {
    this.sim = sim;
  }

  /** Starts a simulator; fails if the port is taken or the state file cannot be read. */
  public static Future<OuraSimulator> start(Vertx vertx, Options options) {
    return Sim.start(vertx, new OuraVendor(options), options.sim()).map(OuraSimulator::new);
  }

  /** The vendor with its published numbers, to be played beside others. */
  public static SimVendor vendor() {
    return new OuraVendor(Options.defaults());
  }

  /** The simulator as any other. */
  public Sim sim() {
    return sim;
  }

  /** The port it listens on. */
  public int port() {
    return sim.port();
  }

  /** {@code http://host:port}, without a slash at the end. */
  public String baseUrl() {
    return sim.baseUrl();
  }

  /** Stops listening and sending, and writes the state file a last time. */
  public Future<Void> close() {
    return sim.close();
  }

  /**
   * Runs until it is told to stop. SIGTERM ends it with status 0, a wrong option with 2, a failed
   * start with 1.
   */
  public static void main(String[] args) throws InterruptedException {
    new Program<>(
            Options.usage(),
            Options::parse,
            options -> options.sim().exitWithStdin(),
            OuraSimulator::start,
            OuraSimulator::baseUrl,
            OuraSimulator::close)
        .run(args);
  }
}
