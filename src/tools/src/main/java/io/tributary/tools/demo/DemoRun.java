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

/** The demo from the first call to the final table, against a service that runs. */
final class DemoRun {
  private static final Duration LOOK = Duration.ofSeconds(1);
  private static final int READERS = 4;

  private final Options options;
  private final ApiClient api;
  private final Simulator simulator;
  private final ExpectedEvents ledger;
  private final WebhookReceiver receiver;
  private final Progress progress;
  private final CrashInjector kills;
  private List<Person> people = List.of();
  private PullProgress pulls;
  private String hook;

  DemoRun(
      Options options,
      DemoTarget target,
      String simulator,
      Optional<ServiceProcess> service,
      ExpectedEvents ledger,
      WebhookReceiver receiver,
      Progress progress) {
    this.options = options;
    this.api = new ApiClient(target, options.patience());
    this.simulator = new Simulator(simulator, api);
    this.ledger = ledger;
    this.receiver = receiver;
    this.progress = progress;
    this.kills =
        new CrashInjector(
            service.isPresent() ? options.kills() : 0, () -> killAndStart(service.orElseThrow()));
  }

  private void killAndStart(ServiceProcess service) {
    service.kill(options.killPostgres());
    progress.say("killed the service");
    service.start();
    progress.say("the service is back");
  }

  /** Blocks until everything has come, or until nothing has come for too long. */
  DemoReport run() {
    try {
      return phases();
    } finally {
      removeHook();
    }
  }

  private DemoReport phases() {
    progress.users = options.users();
    progress.phase("setting up");
    setUp();
    progress.phase("linking");
    kills.during(
        CrashInjector.Phase.LINKING, () -> (double) progress.linked / options.users(), this::link);
    progress.phase("first pulls");
    kills.during(
        CrashInjector.Phase.FIRST_PULLS,
        this::shareOfPulls,
        () -> awaitRun(Map.of(), people.size()));
    List<PullProgress.Pull> first = pulls.all();
    progress.phase("bulk trigger");
    progress.pullsDone = 0;
    kills.during(CrashInjector.Phase.BULK, this::shareOfPulls, () -> bulk(pulls.seen()));
    List<PullProgress.Pull> second = pulls.all();
    progress.phase("last events");
    awaitEvents();
    progress.phase("reading back");
    List<DataVerifier.Holding> holdings = readBack();
    return DemoReport.of(options.users(), progress, first, second, holdings, ledger, api, kills);
  }

  private double shareOfPulls() {
    return progress.pulls == 0 ? 0 : (double) progress.pullsDone / progress.pulls;
  }

  private void setUp() {
    String team = api.target().managedTeam();
    String environment = api.target().environment();
    var patch = Json.object();
    patch.putObject(environment).put("link_migration", true);
    api.manage("PATCH", team, patch).expect("switching link_migration on", 200);
    hook = hook();
    String secret =
        api.manage("GET", hooks() + "/" + hook + "/secret", null)
            .expect("webhook secret", 200)
            .body()
            .path("key")
            .asText();
    receiver.trust(secret);
    String run = "demo-" + Ids.randomHex(4) + "-";
    people =
        ParallelRunner.each(
            IntStream.rangeClosed(1, options.users()).mapToObj(i -> run + i).toList(),
            options.concurrency(),
            this::person);
    pulls = new PullProgress(api, people);
  }

  private String hooks() {
    return api.target().managedTeam() + "/" + api.target().environment() + "/webhook";
  }

  /** One endpoint for our receiver, also if an answer is lost. */
  private String hook() {
    for (int attempt = 0; ; attempt++) {
      for (JsonNode known :
          api.manage("GET", hooks(), null).expect("webhook endpoints", 200).body().path("data")) {
        if (known.path("url").asText().equals(receiver.hookUrl())) {
          return known.path("id").asText();
        }
      }
      if (attempt == 3) {
        throw new IllegalStateException("the webhook endpoint is not listed");
      }
      api.manage("POST", hooks(), Json.object().put("url", receiver.hookUrl()))
          .expect("webhook endpoint", 200);
    }
  }

  /** The receiver ends with the demo; a service that goes on must not call it for days. */
  private void removeHook() {
    if (hook != null) {
      api.manage("DELETE", hooks() + "/" + hook, null);
    }
  }

  private Person person(String name) {
    String ring = simulator.ringUser(name, options.days());
    HttpReply made = api.ask("POST", "/v2/user", Json.object().put("client_user_id", name));
    // Taken means that an answer was lost: the holder is the user we made.
    JsonNode body =
        made.status() == 400 ? made.body().path("detail") : made.expect("user", 200).body();
    if (!body.hasNonNull("user_id")) {
      throw new IllegalStateException("user: status " + made.status() + " " + made.text());
    }
    return new Person(name, body.path("user_id").asText(), ring);
  }

  private void link() {
    LinkFlowClient walk = new LinkFlowClient(api, simulator, receiver.landingUrl());
    ParallelRunner.each(
        people,
        options.concurrency(),
        person -> {
          walk.link(person);
          ledger.expect(ExpectedEvents.connection(person.userId()));
          synchronized (progress) {
            progress.linked++;
          }
          return person;
        });
  }

  /** Waits until every pull has a newer run than before and that run has ended. */
  private void awaitRun(Map<String, PullProgress.Pull> before, int atLeastPeople) {
    awaitProgress(
        () -> {
          pulls.look();
          int all = pulls.all().size();
          int done = (int) pulls.endedSince(before);
          progress.pulls = all;
          progress.pullsDone = done;
          expectRuns(before);
          return pulls.people() >= atLeastPeople && done == all;
        });
  }

  /** A run that is scheduled will be announced, unless it fails. */
  private void expectRuns(Map<String, PullProgress.Pull> before) {
    for (PullProgress.Pull p : pulls.all()) {
      PullProgress.Pull old = before.get(p.key());
      boolean isNew = old == null || p.scheduledAt().isAfter(old.scheduledAt());
      if (isNew && p.rangeEnd() != null) {
        String event = ExpectedEvents.pull(p.user(), p.resource(), p.rangeEnd());
        if (p.status().equals("failure")) {
          ledger.forget(event);
        } else {
          ledger.expect(event);
        }
      }
    }
  }

  private void bulk(Map<String, PullProgress.Pull> before) {
    BulkPhase bulk = new BulkPhase(api);
    String id = bulk.trigger(people);
    awaitProgress(
        () -> {
          BulkPhase.Op op = bulk.look(id);
          progress.note = bulk.note(op);
          pulls.look();
          progress.pullsDone = (int) pulls.endedSince(before);
          expectRuns(before);
          return op.ended();
        });
    awaitRun(before, people.size());
  }

  private void awaitEvents() {
    for (Person person : people) {
      for (JsonNode device :
          api.get("/v2/user/" + person.userId() + "/device").expect("devices", 200).body()) {
        ledger.expect(ExpectedEvents.device(person.userId(), device.path("id").asText()));
      }
    }
    awaitProgress(() -> ledger.came() == ledger.expected());
  }

  private List<DataVerifier.Holding> readBack() {
    DataVerifier reader = new DataVerifier(api, simulator, options.days());
    return ParallelRunner.each(people, READERS, person -> reader.read(person, pulls.of(person)));
  }

  /** Looks until the condition holds; gives up when neither pulls nor deliveries move any more. */
  private void awaitProgress(BooleanSupplier reached) {
    long since = System.nanoTime();
    long mark = -1;
    while (!reached.getAsBoolean()) {
      long now = ledger.deliveries() + (long) progress.pullsDone + kills.done() + pulls.moves();
      if (now != mark) {
        mark = now;
        since = System.nanoTime();
      } else if (System.nanoTime() - since > options.patience().toNanos()) {
        progress.say("nothing has moved for " + options.patience().toSeconds() + " s");
        return;
      }
      ApiClient.sleep(LOOK);
    }
  }
}
