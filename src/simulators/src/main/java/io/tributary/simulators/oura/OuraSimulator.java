package io.tributary.simulators.oura;

import io.tributary.simulators.Program;
import io.tributary.simulators.kit.Sim;
import io.tributary.simulators.kit.SimVendor;
import io.vertx.core.Future;
import io.vertx.core.Vertx;

/**
 * Oura cloud in one process, on one event loop, with generated people: consent page, tokens, v2
 * data and webhooks. It has the vendor's paths, statuses and irregular formats, and rejects the
 * requests that the vendor rejects. A test embeds it with {@link #start}; {@link #main} runs it
 * alone and prints {@code ready http://host:port} once it listens.
 *
 * <p>Control endpoints in addition to those of {@link Sim}:
 *
 * <table> <caption>Control endpoints</caption>
 * <tr><td>GET /control/users/{id}/census?start=&amp;end=&amp;at=</td><td>counts per collection and
 * of the readings inside sleep documents; at: state at that instant</td></tr>
 * <tr><td>POST /control/users/{id}/notify</td><td>{"data_type", "event_type", "object_id",
 * "forgery"?, "copies"?}: sends webhooks</td></tr>
 * <tr><td>POST /control/users/{id}/documents</td><td>{"collection", "document"}: adds or replaces
 * by ID; heartrate takes {"timestamp", "bpm", "source"}</td></tr>
 * <tr><td>DELETE /control/users/{id}/documents/{collection}/{document}</td><td>removes the
 * document</td></tr>
 * </table>
 */
public final class OuraSimulator {
  private final Sim sim;

  private OuraSimulator(Sim sim) {
    this.sim = sim;
  }

  /** Starts a simulator; fails if the port is taken or the state file cannot be read. */
  public static Future<OuraSimulator> start(Vertx vertx, OuraOptions options) {
    return Sim.start(vertx, new OuraVendor(options), options.sim()).map(OuraSimulator::new);
  }

  /** Returns the vendor with its published limits, to be run next to other vendors. */
  public static SimVendor vendor() {
    return new OuraVendor(OuraOptions.defaults());
  }

  /** Returns the underlying simulator. */
  public Sim sim() {
    return sim;
  }

  public int port() {
    return sim.port();
  }

  /** Returns {@code http://host:port}, without a trailing slash. */
  public String baseUrl() {
    return sim.baseUrl();
  }

  /** Stops listening and sending, and writes the state file a last time. */
  public Future<Void> close() {
    return sim.close();
  }

  /**
   * Runs until it is stopped. Exits with 0 after SIGTERM, with 2 for an invalid option and with 1
   * if the start fails.
   */
  public static void main(String[] args) throws InterruptedException {
    new Program<>(
            OuraOptions.usage(),
            OuraOptions::parse,
            options -> options.sim().exitWithStdin(),
            OuraSimulator::start,
            OuraSimulator::baseUrl,
            OuraSimulator::close)
        .run(args);
  }
}
