package io.tributary.simulators.lab;

import io.tributary.core.Ids;
import io.tributary.lab.protocol.hl7.Acknowledgement.Verdict;
import io.tributary.lab.protocol.hl7.ErrorCode;
import io.tributary.lab.protocol.hl7.Hl7Fault;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Orders of the laboratory and the results to be sent for them. Used on one event loop only. */
final class LabState {
  private final Vertx vertx;
  private final LabOptions options;
  private final Map<String, SimOrder> orders = new LinkedHashMap<>();
  private final Map<String, ResultSender> senders = new LinkedHashMap<>();
  private LabFaultRates faults;
  private int refused;

  LabState(Vertx vertx, LabOptions options) {
    this.vertx = vertx;
    this.options = options;
    this.faults = options.faults();
  }

  LabFaultRates faults() {
    return faults;
  }

  void faults(LabFaultRates now) {
    faults = now;
  }

  int refused() {
    return refused;
  }

  Map<String, SimOrder> orders() {
    return orders;
  }

  /** Finds an order by its requisition or placer number. */
  Optional<SimOrder> order(String key) {
    SimOrder own = orders.get(key);
    return own != null || !key.contains("-")
        ? Optional.ofNullable(own)
        : Optional.ofNullable(orders.get(key.substring(0, key.lastIndexOf('-'))));
  }

  /** Restores the orders of an earlier run from the state file. */
  void restore() throws IOException {
    if (options.state().isEmpty() || !Files.exists(options.state().get())) {
      return;
    }
    for (String line : Files.readAllLines(options.state().get())) {
      if (!line.isBlank()) {
        byte[] raw = Base64.getDecoder().decode(line.strip());
        countMessage(SimOrder.Message.read(raw), raw);
      }
    }
  }

  /** Handles an order or a cancellation received over the network. */
  Verdict receive(byte[] raw) {
    SimOrder.Message m = SimOrder.Message.read(raw);
    if (m.sample().isEmpty() || m.tests().isEmpty()) {
      return refuse(ErrorCode.REQUIRED_FIELD_MISSING, "ORC-4");
    }
    boolean known =
        orders.containsKey(m.sample()) && orders.get(m.sample()).placed.containsKey(m.header(10));
    if (!known && LabFaultRates.occurs(faults.busy())) {
      return refuse(ErrorCode.INTERNAL, "");
    }
    if (!known && LabFaultRates.occurs(faults.refuse())) {
      refused++;
      return refuse(ErrorCode.TABLE_VALUE, "OBR-4");
    }
    boolean isNew = countMessage(m, raw);
    if (isNew) {
      persist(raw);
      options.auto().ifPresent(kind -> sendLater(orders.get(m.sample()), kind));
    }
    return Verdict.accepted();
  }

  void registerPaperOrder(byte[] raw) {
    SimOrder.Message m = SimOrder.Message.read(raw);
    if (m.sample().isEmpty() || m.tests().isEmpty()) {
      throw new IllegalArgumentException("no order");
    }
    orders.computeIfAbsent(m.sample(), s -> new SimOrder(m, raw));
  }

  private static Verdict refuse(ErrorCode code, String where) {
    return Verdict.rejected(new Hl7Fault(code, where, code.text()));
  }

  /** Counts a message; returns whether its requisition number is new. */
  private boolean countMessage(SimOrder.Message m, byte[] raw) {
    boolean isNew = !orders.containsKey(m.sample());
    SimOrder order = orders.computeIfAbsent(m.sample(), s -> new SimOrder(m, raw));
    Map<String, Integer> counts = m.control().equals("CA") ? order.cancelled : order.placed;
    counts.merge(m.header(10), 1, Integer::sum);
    return isNew;
  }

  private void persist(byte[] raw) {
    options
        .state()
        .ifPresent(
            file -> {
              try {
                append(file, Base64.getEncoder().encodeToString(raw) + "\n");
              } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
              }
            });
  }

  private static void append(Path file, String line) throws IOException {
    Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private void sendLater(SimOrder order, String kind) {
    options
        .results()
        .ifPresent(
            to ->
                vertx.setTimer(
                    Math.max(1, options.delay().toMillis()),
                    id -> send(order, ResultScript.allNumeric("auto", kind), to, login())));
  }

  /**
   * @return whether the script was started; a repeated ID is not started again
   */
  boolean send(SimOrder order, ResultScript script, String to, String login) {
    if (!script.id().isEmpty() && order.scripts.merge(script.id(), 1, Integer::sum) > 1) {
      return false;
    }
    String controlId = Ids.randomHex(8);
    byte[] message =
        order.first.fhir().isPresent()
            ? new FhirResultWriter(order, script, controlId, Instant.now()).write()
            : new Hl7ResultWriter(order, script, controlId, Instant.now()).write();
    sender(to, login).add(order, controlId, message);
    return true;
  }

  private ResultSender sender(String to, String login) {
    return senders.computeIfAbsent(
        to + " " + login, k -> new ResultSender(vertx, transport(to, login), this::faults));
  }

  private ResultTransport transport(String to, String login) {
    if (to.startsWith("http")) {
      return new FhirResultTransport(vertx, to, login, this::faults);
    }
    int colon = to.lastIndexOf(':');
    return new MllpResultTransport(
        vertx, to.substring(0, colon), Integer.parseInt(to.substring(colon + 1)));
  }

  String login() {
    return options.resultsLogin().orElse("");
  }

  Optional<String> results() {
    return options.results();
  }

  /** Returns the number of results that are not acknowledged. */
  int unacknowledgedCount() {
    return senders.values().stream().mapToInt(ResultSender::waiting).sum();
  }

  Future<?> close() {
    return Future.join(senders.values().stream().map(ResultSender::close).toList());
  }
}
