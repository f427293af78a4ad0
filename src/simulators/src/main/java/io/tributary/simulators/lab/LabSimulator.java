package io.tributary.simulators.lab;

import io.tributary.simulators.Program;
import io.vertx.core.Future;
import io.vertx.core.Vertx;

/**
 * Laboratory in one process, on one event loop. It accepts and acknowledges orders over MLLP and
 * FHIR, and sends results over the same protocol on request or automatically. A test embeds it with
 * {@link #start}; {@link #main} runs it alone and prints {@code ready mllp://host:port
 * http://control http://fhir} once it listens.
 *
 * <p>The control endpoints use JSON over HTTP and need no authorization:
 *
 * <table> <caption>Control endpoints</caption>
 * <tr><td>GET /</td><td>MLLP port, and the numbers of orders, rejections, waiting results and
 * broken connections</td></tr>
 * <tr><td>GET /orders, GET /orders/{requisition or placer number}</td><td>what was received: how
 * often each message arrived, by control ID, placed and canceled; results sent and
 * acknowledged</td></tr>
 * <tr><td>POST /orders</td><td>an order message as the body: a requisition that was received out of
 * band</td></tr>
 * <tr><td>POST /orders/{number}/script</td><td>{"id", "status": partial|final|corrected,
 * "interpretation", "types": [], "missing", "unmatched", "expected": [{"test", "code", "name",
 * "loinc", "unit"}], "results_to": "host:port" or "http://host:port", "results_login"}: sends one
 * result message; repeating an ID sends nothing</td></tr>
 * <tr><td>POST /faults</td><td>{"drop", "duplicate", "shuffle", "refuse", "busy"}: rates from 0 to
 * 1</td></tr>
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

  /** Returns the port for orders over MLLP. */
  public int mllpPort() {
    return verticle.mllpPort();
  }

  /** Returns the base URL for orders over FHIR, without a trailing slash. */
  public String fhirUrl() {
    return "http://" + host + ":" + verticle.fhirPort();
  }

  /**
   * Returns the base URL of the control endpoints, {@code http://host:port}, without a trailing
   * slash.
   */
  public String controlUrl() {
    return "http://" + host + ":" + verticle.controlPort();
  }

  public Future<Void> close() {
    return vertx.undeploy(deployment);
  }

  /** Runs until it is stopped. Exits with 2 for an invalid option and with 1 if the start fails. */
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
                    + lab.controlUrl()
                    + " "
                    + lab.fhirUrl(),
            LabSimulator::close)
        .run(args);
  }
}
