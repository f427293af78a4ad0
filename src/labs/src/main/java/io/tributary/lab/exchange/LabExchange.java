package io.tributary.lab.exchange;

import io.tributary.config.LabExchangeConfig;
import io.tributary.core.Encryption;
import io.tributary.db.Db;
import io.tributary.db.Tx;
import io.tributary.http.Routes;
import io.tributary.lab.insurance.InsuranceService;
import io.tributary.lab.order.OrderLifecycle;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.state.LowStatus;
import io.tributary.lease.Lease;
import io.tributary.lease.LeaseVerticle;
import io.tributary.metrics.Metrics;
import io.tributary.outbound.SsrfGuard;
import io.tributary.outbound.TargetUrl;
import io.vertx.core.Deployable;
import io.vertx.core.Future;
import io.vertx.core.ThreadingModel;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Wires the traffic with laboratories: links, transports, jobs and routes. */
public final class LabExchange {
  private final Vertx vertx;
  private final Db db;
  private final LabExchangeConfig settings;
  private final LabConnections links;
  private final LabMessageReceiver receiver;
  private final LabAckHandler ackHandler;
  private final OrderDispatchJob dispatch;
  private final LabMessageJob messageJob;
  private final ExchangeMetrics meters;
  private final SplitMessages splitMessages;
  private final ConnectionEventLogger events;
  private final SimulatorLocator simulator;
  private final SsrfGuard guard;
  private final FhirLogin sandboxCaller;
  private final ConcurrentHashMap<String, Integer> ports = new ConcurrentHashMap<>();

  /**
   * @throws IllegalArgumentException when the link files are invalid
   */
  public LabExchange(
      Vertx vertx,
      Db db,
      LabExchangeConfig settings,
      OrderLifecycle orders,
      InsuranceService insurances,
      Encryption secrets,
      ResultSink results,
      SimulatorLocator simulator,
      SsrfGuard guard,
      Metrics meters) {
    this.vertx = vertx;
    this.db = db;
    this.settings = settings;
    this.simulator = simulator;
    this.meters = new ExchangeMetrics(meters);
    this.events = new ConnectionEventLogger(this.meters);
    this.guard = guard;
    this.sandboxCaller = sandboxCaller(secrets);
    this.links = LabConnections.load(settings, guard.policy(), sandboxCaller);
    MessageEncryption seal = new MessageEncryption(secrets);
    this.splitMessages = new SplitMessages(links, seal);
    this.receiver = new LabMessageReceiver(db, seal, this.meters);
    this.ackHandler = new LabAckHandler(settings, orders, links, this.meters);
    LabOrderBuilder facts = new LabOrderBuilder(new OrderInsurance(insurances));
    this.dispatch = new OrderDispatchJob(db, settings, orders, links, facts, this.meters);
    this.messageJob =
        new LabMessageJob(
            db, settings, links, ackHandler, results, seal, splitMessages, this.meters);
    // A kit is sent to the laboratory only once it is registered.
    orders.addListener(
        (tx, before, after) -> {
          if (after.low() == LowStatus.REGISTERED) {
            OrderDispatchJob.wakeOrder(tx, before.id());
          }
        });
  }

  /**
   * Credential derived from the master key: the same on every node and after a restart, and unknown
   * without the key.
   */
  private static FhirLogin sandboxCaller(Encryption secrets) {
    byte[] mark = secrets.mac("sandbox".getBytes(StandardCharsets.UTF_8), "lab-link");
    return FhirLogin.bearer(HexFormat.of().formatHex(mark));
  }

  /** Makes a waiting order due immediately. */
  public void wakeOrder(Tx tx, UUID order) {
    OrderDispatchJob.wakeOrder(tx, order);
  }

  /**
   * Returns the message of an order that has a number, for a laboratory that received the order out
   * of band.
   */
  public byte[] orderMessage(Tx tx, OrderRow order) {
    return dispatch.orderMessage(tx, order);
  }

  /** Removes an erased person from stored messages. */
  public SplitMessages splitMessages() {
    return splitMessages;
  }

  /** Port to which the simulator sends results on this node; empty until the node listens. */
  public OptionalInt sandboxPort() {
    Integer port = ports.get(LabConnectionProfile.SANDBOX);
    return port == null ? OptionalInt.empty() : OptionalInt.of(port);
  }

  /**
   * Address and credential for the results of the simulator; values that are not needed are empty.
   *
   * @param login the value of the header Authorization
   */
  public record ResultsTarget(String address, String login) {}

  /** Returns the address for an order's results; fails until this node listens. */
  public ResultsTarget resultsTarget(Tx tx, OrderRow order) {
    boolean fhir =
        dispatch
            .linkOf(tx, order)
            .filter(l -> l.kind() == LabConnectionProfile.LabTransportKind.FHIR)
            .isPresent();
    Integer port =
        ports.get(fhir ? LabConnectionProfile.SANDBOX_FHIR : LabConnectionProfile.SANDBOX);
    if (port == null) {
      throw new IllegalStateException("not listening for results yet");
    }
    String at = settings.sandboxHost() + ":" + port;
    return fhir
        ? new ResultsTarget("http://" + at, sandboxCaller.header())
        : new ResultsTarget(at, "");
  }

  /** Returns the listeners for incoming messages; an event-loop verticle, on every node. */
  public Deployable newListener() {
    return new ListenerVerticle(links, receiver, events, ports);
  }

  /** Returns the jobs that write and read messages; on a virtual thread, on every node. */
  public Deployable newWorker() {
    return new ExchangeVerticle(db, settings, dispatch, messageJob);
  }

  public List<Routes.Source> routes() {
    return List.of(new MessageRoutes(db, ackHandler), new DispatchRoutes(db));
  }

  /** Returns the owners: one lease for each link. */
  public LeaseVerticle.ActorKind leaseOwners() {
    return new LeaseVerticle.ActorKind(
        links.all().stream()
            .map(l -> LabConnectionVerticle.leaseName(l.name()))
            .collect(Collectors.toUnmodifiableSet()),
        ThreadingModel.VIRTUAL_THREAD,
        this::newOwner);
  }

  private Deployable newOwner(Lease lease) {
    LabConnectionProfile link = links.findByName(LabConnectionVerticle.linkOf(lease)).orElseThrow();
    return new LabConnectionVerticle(db, settings, lease, newTransport(link), ackHandler, meters);
  }

  private LabTransport newTransport(LabConnectionProfile link) {
    return switch (link.kind()) {
      case SIMULATOR ->
          new SandboxTransport(vertx, settings, simulator, receiver.handlerFor(link), events);
      case HL7V2 ->
          new MllpTransport(
              vertx, link.orderTarget().orElseThrow(), receiver.handlerFor(link), events);
      case FHIR -> newFhirTransport(link);
      case FILES -> new FileDropTransport(vertx, link, receiver, meters, settings.claimInterval());
      case MANUAL -> new ManualTransport();
    };
  }

  private LabTransport newFhirTransport(LabConnectionProfile link) {
    FhirLink own = link.fhir().orElseThrow();
    // The simulator's address comes from this node or its configuration; all other addresses are
    // resolved and checked.
    Optional<SsrfGuard> checked = own.target().map(to -> guard);
    FhirClient client =
        new FhirClient(vertx, checked, own.tls(), own.login(), settings.ackTimeout());
    Supplier<Future<TargetUrl>> to =
        () ->
            own.target()
                .map(Future::succeededFuture)
                .orElseGet(() -> simulator.locate().map(LabExchange::fhirBaseUrl));
    return new FhirTransport(
        client,
        to,
        own.pollInterval().map(every -> new FhirPoll(vertx, db, link, receiver, client, meters)));
  }

  private static TargetUrl fhirBaseUrl(SimulatorLocator.SimulatorEndpoints place) {
    try {
      return TargetUrl.parse(place.fhirUrl());
    } catch (TargetUrl.InvalidUrlException e) {
      throw new IllegalStateException("the simulator has no FHIR base URL", e);
    }
  }
}
