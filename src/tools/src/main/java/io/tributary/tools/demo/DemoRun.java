package io.tributary.tools.demo;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/** Runs the demo from the first call to the final table, against a running service. */
final class DemoRun {
  /** Phase that the caller starts together with the receiver. */
  static final String FIRST_PHASE = "starting the webhook receiver";

  /** Number of phases, including the first one. */
  static final int PHASES = 7;

  private static final Duration POLL_INTERVAL = Duration.ofSeconds(1);
  private static final int READERS = 4;

  private final DemoOptions options;
  private final ApiClient api;
  private final SimulatorClient simulator;
  private final ExpectedEvents expectedEvents;
  private final WebhookReceiver receiver;
  private final ProgressLine progress;
  private final DemoCounters counters;
  private final CrashInjector crashInjector;
  private final Optional<ServiceProcess> service;
  private List<Person> people = List.of();
  private PullProgress pulls;
  private volatile String note = "";
  private String endpointId;

  DemoRun(
      DemoOptions options,
      DemoTarget target,
      String simulator,
      Optional<ServiceProcess> service,
      ExpectedEvents ledger,
      WebhookReceiver receiver,
      ProgressLine progress) {
    this.options = options;
    this.api = new ApiClient(target, options.patience());
    this.simulator = new SimulatorClient(simulator, api);
    this.expectedEvents = ledger;
    this.receiver = receiver;
    this.progress = progress;
    this.counters = new DemoCounters(options.users());
    this.service = service;
    this.crashInjector =
        new CrashInjector(
            service.isPresent() ? options.kills() : 0, () -> killAndStart(service.orElseThrow()));
  }

  private void killAndStart(ServiceProcess service) {
    service.kill(options.killPostgres());
    progress.printMessage("killed the service");
    service.start();
    progress.printMessage("the service is ready again");
  }

  /** Blocks until all data and events have arrived, or nothing has arrived for too long. */
  DemoReport run() {
    try {
      return phases();
    } finally {
      deleteEndpoint();
    }
  }

  private DemoReport phases() {
    createEndpoint();
    progress.start("creating users", counters.created::get, () -> counters.users);
    createUsers();
    progress.start("linking users", counters.linked::get, () -> counters.users);
    crashInjector.runWithKills(
        CrashInjector.Phase.LINKING,
        () -> (double) counters.linked.get() / counters.users,
        this::link);
    startPullPhase("pulling history");
    crashInjector.runWithKills(
        CrashInjector.Phase.FIRST_PULLS,
        this::shareOfPulls,
        () -> awaitRun(Map.of(), people.size()));
    List<PullProgress.Pull> first = pulls.all();
    startPullPhase("pulling history again in bulk");
    crashInjector.runWithKills(
        CrashInjector.Phase.BULK, this::shareOfPulls, () -> bulk(pulls.latest()));
    List<PullProgress.Pull> second = pulls.all();
    progress.start("receiving webhooks", expectedEvents::receivedCount, expectedEvents::expected);
    awaitEvents();
    progress.start("reading data back", counters.verified::get, () -> counters.users);
    List<DataVerifier.VerifiedData> holdings = readBack();
    service.ifPresent(s -> counters.severeLogLines = s.severeLines());
    return DemoReport.of(
        counters, progress.elapsed(), first, second, holdings, expectedEvents, api, crashInjector);
  }

  private void startPullPhase(String name) {
    progress.end();
    counters.pullsDone = 0;
    note = "";
    progress.start(name, () -> counters.pullsDone, () -> counters.pulls, this::pullNote);
  }

  private String pullNote() {
    String events = "webhooks " + expectedEvents.receivedCount() + "/" + expectedEvents.expected();
    return note.isEmpty() ? events : events + ", " + note;
  }

  private double shareOfPulls() {
    return counters.pulls == 0 ? 0 : (double) counters.pullsDone / counters.pulls;
  }

  private void createEndpoint() {
    String team = api.target().managedTeam();
    String environment = api.target().environment();
    var patch = Json.object();
    patch.putObject(environment).put("link_migration", true);
    api.callManagement("PATCH", team, patch).expect("enable link_migration", 200);
    endpointId = ensureEndpoint();
    String secret =
        api.callManagement("GET", endpointsPath() + "/" + endpointId + "/secret", null)
            .expect("webhook secret", 200)
            .body()
            .path("key")
            .asText();
    receiver.setSecret(secret);
  }

  private void createUsers() {
    String run = "demo-" + Ids.randomHex(4) + "-";
    people =
        ParallelRunner.each(
            IntStream.rangeClosed(1, options.users()).mapToObj(i -> run + i).toList(),
            options.concurrency(),
            this::person);
    pulls = new PullProgress(api, people);
  }

  private String endpointsPath() {
    return api.target().managedTeam() + "/" + api.target().environment() + "/webhook";
  }

  /** Creates one endpoint for the demo's receiver, even if a response is lost. */
  private String ensureEndpoint() {
    for (int attempt = 0; ; attempt++) {
      for (JsonNode known :
          api.callManagement("GET", endpointsPath(), null)
              .expect("webhook endpoints", 200)
              .body()
              .path("data")) {
        if (known.path("url").asText().equals(receiver.hookUrl())) {
          return known.path("id").asText();
        }
      }
      if (attempt == 3) {
        throw new IllegalStateException("the webhook endpoint is not listed");
      }
      api.callManagement("POST", endpointsPath(), Json.object().put("url", receiver.hookUrl()))
          .expect("webhook endpoint", 200);
    }
  }

  /**
   * Deletes the endpoint, because the receiver ends with the demo and a service that continues must
   * not retry for days.
   */
  private void deleteEndpoint() {
    if (endpointId != null) {
      api.callManagement("DELETE", endpointsPath() + "/" + endpointId, null);
    }
  }

  private Person person(String name) {
    String ring = simulator.createRingUser(name, options.days());
    HttpReply made =
        api.callWithRetries("POST", "/v2/user", Json.object().put("client_user_id", name));
    // A name that is taken means that a response was lost; the existing user is the one that the
    // demo created.
    JsonNode body =
        made.status() == 400 ? made.body().path("detail") : made.expect("user", 200).body();
    if (!body.hasNonNull("user_id")) {
      throw new IllegalStateException("user: status " + made.status() + " " + made.text());
    }
    counters.created.incrementAndGet();
    return new Person(name, body.path("user_id").asText(), ring);
  }

  private void link() {
    LinkFlowClient walk = new LinkFlowClient(api, simulator, receiver.landingUrl());
    ParallelRunner.each(
        people,
        options.concurrency(),
        person -> {
          walk.link(person);
          expectedEvents.expect(ExpectedEvents.connection(person.userId()));
          counters.linked.incrementAndGet();
          return person;
        });
  }

  /** Waits until every pull has a newer run than before and that run has ended. */
  private void awaitRun(Map<String, PullProgress.Pull> before, int atLeastPeople) {
    awaitProgress(
        () -> {
          pulls.refresh();
          int all = pulls.all().size();
          int done = (int) pulls.countEndedSince(before);
          counters.pulls = all;
          counters.pullsDone = done;
          expectRuns(before);
          return pulls.people() >= atLeastPeople && done == all;
        });
  }

  /** Expects the event of each scheduled run unless the run fails. */
  private void expectRuns(Map<String, PullProgress.Pull> before) {
    for (PullProgress.Pull p : pulls.all()) {
      PullProgress.Pull old = before.get(p.key());
      boolean isNew = old == null || p.scheduledAt().isAfter(old.scheduledAt());
      if (isNew && p.rangeEnd() != null) {
        String event = ExpectedEvents.pull(p.user(), p.resource(), p.rangeEnd());
        if (p.status().equals("failure")) {
          expectedEvents.unexpect(event);
        } else {
          expectedEvents.expect(event);
        }
      }
    }
  }

  private void bulk(Map<String, PullProgress.Pull> before) {
    BulkPhase bulk = new BulkPhase(api);
    String id = bulk.trigger(people);
    awaitProgress(
        () -> {
          BulkPhase.BulkOpState op = bulk.refresh(id);
          note = bulk.progressText(op);
          pulls.refresh();
          counters.pullsDone = (int) pulls.countEndedSince(before);
          expectRuns(before);
          return op.ended();
        });
    awaitRun(before, people.size());
  }

  private void awaitEvents() {
    for (Person person : people) {
      for (JsonNode device :
          api.get("/v2/user/" + person.userId() + "/device").expect("devices", 200).body()) {
        expectedEvents.expect(ExpectedEvents.device(person.userId(), device.path("id").asText()));
      }
    }
    awaitProgress(() -> expectedEvents.receivedCount() == expectedEvents.expected());
  }

  private List<DataVerifier.VerifiedData> readBack() {
    DataVerifier reader = new DataVerifier(api, simulator, options.days());
    return ParallelRunner.each(
        people,
        READERS,
        person -> {
          DataVerifier.VerifiedData data = reader.read(person, pulls.pullsOf(person));
          counters.verified.incrementAndGet();
          return data;
        });
  }

  /**
   * Waits until the condition holds; gives up when neither pulls nor deliveries progress any more.
   */
  private void awaitProgress(BooleanSupplier reached) {
    long since = System.nanoTime();
    long mark = -1;
    while (!reached.getAsBoolean()) {
      long now =
          expectedEvents.deliveries()
              + (long) counters.pullsDone
              + crashInjector.killCount()
              + pulls.changes();
      if (now != mark) {
        mark = now;
        since = System.nanoTime();
      } else if (System.nanoTime() - since > options.patience().toNanos()) {
        progress.printMessage("no progress for " + options.patience().toSeconds() + " s");
        return;
      }
      ApiClient.sleep(POLL_INTERVAL);
    }
  }
}
