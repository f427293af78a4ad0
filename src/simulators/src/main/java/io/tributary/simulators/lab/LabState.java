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

/** The laboratory's desk: what was ordered, and what becomes of it. Lives on one event loop. */
final class LabState {
  private final Vertx vertx;
  private final LabOptions options;
  private final Map<String, SimOrder> orders = new LinkedHashMap<>();
  private final Map<String, ResultSender> senders = new LinkedHashMap<>();
  private Faults faults;
  private int refused;

  LabState(Vertx vertx, LabOptions options) {
    this.vertx = vertx;
    this.options = options;
    this.faults = options.faults();
  }

  Faults faults() {
    return faults;
  }

  void faults(Faults now) {
    faults = now;
  }

  int refused() {
    return refused;
  }

  Map<String, SimOrder> orders() {
    return orders;
  }

  /** By requisition or placer number. */
  Optional<SimOrder> order(String key) {
    SimOrder own = orders.get(key);
    return own != null || !key.contains("-")
        ? Optional.ofNullable(own)
        : Optional.ofNullable(orders.get(key.substring(0, key.lastIndexOf('-'))));
  }

  /** Reads what an earlier life was asked to do. */
  void restore() throws IOException {
    if (options.state().isEmpty() || !Files.exists(options.state().get())) {
      return;
    }
    for (String line : Files.readAllLines(options.state().get())) {
      if (!line.isBlank()) {
        byte[] raw = Base64.getDecoder().decode(line.strip());
        note(SimOrder.Message.read(raw), raw);
      }
    }
  }

  /** An order or a cancellation, as it comes over the wire. */
  Verdict take(byte[] raw) {
    SimOrder.Message m = SimOrder.Message.read(raw);
    if (m.sample().isEmpty() || m.tests().isEmpty()) {
      return refuse(ErrorCode.REQUIRED_FIELD_MISSING, "ORC-4");
    }
    boolean known =
        orders.containsKey(m.sample()) && orders.get(m.sample()).placed.containsKey(m.header(10));
    if (!known && Faults.happens(faults.busy())) {
      return refuse(ErrorCode.INTERNAL, "");
    }
    if (!known && Faults.happens(faults.refuse())) {
      refused++;
      return refuse(ErrorCode.TABLE_VALUE, "OBR-4");
    }
    boolean isNew = note(m, raw);
    if (isNew) {
      keep(raw);
      options.auto().ifPresent(kind -> sendLater(orders.get(m.sample()), kind));
    }
    return Verdict.accepted();
  }

  void bring(byte[] raw) {
    SimOrder.Message m = SimOrder.Message.read(raw);
    if (m.sample().isEmpty() || m.tests().isEmpty()) {
      throw new IllegalArgumentException("no order");
    }
    orders.computeIfAbsent(m.sample(), s -> new SimOrder(m, raw));
  }

  private static Verdict refuse(ErrorCode code, String where) {
    return Verdict.rejected(new Hl7Fault(code, where, code.text()));
  }

  /** Whether nothing was known under this number. */
  private boolean note(SimOrder.Message m, byte[] raw) {
    boolean isNew = !orders.containsKey(m.sample());
    SimOrder order = orders.computeIfAbsent(m.sample(), s -> new SimOrder(m, raw));
    Map<String, Integer> counts = m.control().equals("CA") ? order.cancelled : order.placed;
    counts.merge(m.header(10), 1, Integer::sum);
    return isNew;
  }

  private void keep(byte[] raw) {
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
                    id -> send(order, ResultScript.plain("auto", kind), to, login())));
  }

  /**
   * @return whether the script was begun now; a known one is under way or done
   */
  boolean send(SimOrder order, ResultScript script, String to, String login) {
    if (!script.id().isEmpty() && order.scripts.merge(script.id(), 1, Integer::sum) > 1) {
      return false;
    }
    String controlId = Ids.randomHex(8);
    byte[] message =
        order.first.fhir().isPresent()
            ? new ResultBundle(order, script, controlId, Instant.now()).write()
            : new ResultText(order, script, controlId, Instant.now()).write();
    sender(to, login).add(order, controlId, message);
    return true;
  }

  private ResultSender sender(String to, String login) {
    return senders.computeIfAbsent(
        to + " " + login, k -> new ResultSender(vertx, carrier(to, login), this::faults));
  }

  private ResultTransport carrier(String to, String login) {
    if (to.startsWith("http")) {
      return new FhirCarrier(vertx, to, login, this::faults);
    }
    int colon = to.lastIndexOf(':');
    return new MllpCarrier(
        vertx, to.substring(0, colon), Integer.parseInt(to.substring(colon + 1)));
  }

  String login() {
    return options.resultsLogin().orElse("");
  }

  Optional<String> results() {
    return options.results();
  }

  /** Results that are not acknowledged yet. */
  int unsent() {
    return senders.values().stream().mapToInt(ResultSender::waiting).sum();
  }

  Future<?> close() {
    return Future.join(senders.values().stream().map(ResultSender::close).toList());
  }
}
