package io.tributary.simulators.lab;

import io.tributary.simulators.Program;
import io.vertx.core.Future;
import io.vertx.core.Vertx;

/**
 * A laboratory in one process, on one event loop. It accepts orders over MLLP and over FHIR and
 * acknowledges them, and sends results the same way when told or by itself. A test embeds it with
 * {@link #start}; {@link #main} runs it alone and prints {@code ready mllp://host:port
 * http://control http://fhir} once it listens.
 *
 * <p>Over HTTP, JSON in and out, without any authorisation:
 *
 * <table>
 *   <caption>Control endpoints</caption>
 *   <tr><td>GET /</td><td>the MLLP port, how many orders, refusals, results under way, broken
 *     connections</td></tr>
 *   <tr><td>GET /orders, GET /orders/{requisition or placer number}</td><td>what was seen: how often
 *     each message came, by control id, placed and cancelled; results sent and acknowledged</td></tr>
 *   <tr><td>POST /orders</td><td>an order message as the body: a requisition that came by other
 *     ways</td></tr>
 *   <tr><td>POST /orders/{number}/script</td><td>{"id", "status": partial|final|corrected,
 *     "interpretation", "types": [], "missing", "unmatched", "expected": [{"test", "code", "name",
 *     "loinc", "unit"}], "results_to": "host:port" or "http://host:port", "results_login"}: sends one result message; the same id again
 *     sends nothing new</td></tr>
 *   <tr><td>POST /faults</td><td>{"drop", "duplicate", "shuffle", "refuse", "busy"}: shares from 0
 *     to 1</td></tr>
 * </table>
 */
public final class LabSimulator {
  private final Vertx vertx;
  private final LabVerticle verticle;
  private final String deployment;
  private final String host;

  private LabSimulator(Vertx vertx, LabVerticle verticle, String deployment, String host) {
    this.vertx = vertx;
    this.verticle = verticle;
    this.deployment = deployment;
    this.host = host;
  }

  /** Starts a laboratory; fails if a port is taken or the state file cannot be read. */
  public static Future<LabSimulator> start(Vertx vertx, LabOptions options) {
    LabVerticle verticle = new LabVerticle(options);
    return vertx
        .deployVerticle(verticle)
        .map(id -> new LabSimulator(vertx, verticle, id, options.host()));
  }

  /** The port for orders. */
  public int mllpPort() {
    return verticle.mllpPort();
  }

  /** The base for orders over FHIR, without a slash at the end. */
  public String fhir() {
    return "http://" + host + ":" + verticle.fhirPort();
  }

  /** {@code http://host:port}, without a slash at the end. */
  public String control() {
    return "http://" + host + ":" + verticle.controlPort();
  }

  public Future<Void> close() {
    return vertx.undeploy(deployment);
  }

  /** Runs until it is told to stop. A wrong option ends it with 2, a failed start with 1. */
  public static void main(String[] args) throws InterruptedException {
    new Program<>(
            LabOptions.usage(),
            LabOptions::parse,
            LabOptions::exitWithStdin,
            LabSimulator::start,
            lab ->
                "mllp://"
                    + lab.host
                    + ":"
                    + lab.mllpPort()
                    + " "
                    + lab.control()
                    + " "
                    + lab.fhir(),
            LabSimulator::close)
        .run(args);
  }
}
