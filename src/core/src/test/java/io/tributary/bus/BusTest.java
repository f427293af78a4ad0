package io.tributary.bus;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.db.SqlErrors;
import io.vertx.core.Completable;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.ThreadingModel;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.EventBusOptions;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.spi.cluster.ClusterManager;
import io.vertx.core.spi.cluster.NodeInfo;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BusTest {
  private Vertx vertx;
  private Bus bus;

  private record Question(int n) implements BusMessage.Local {}

  private record Reply(int n) implements BusMessage.Remote {}

  @BeforeEach
  void open() {
    vertx = Vertx.vertx();
    bus = Bus.create(vertx);
  }

  @AfterEach
  void close() {
    vertx.close().await();
  }

  private String deploy(Supplier<Future<?>> start) {
    return vertx
        .deployVerticle(
            new VerticleBase() {
              @Override
              public Future<?> start() {
                return start.get();
              }
            },
            new DeploymentOptions().setThreadingModel(ThreadingModel.VIRTUAL_THREAD))
        .await();
  }

  private void serve(java.util.function.Function<Question, BusMessage> handler, int atOnce) {
    deploy(() -> bus.serve(Address.USER, Question.class, atOnce, handler));
  }

  @Test
  void anAnswerARefusalAndAFaultReachTheAsker() {
    serve(
        q ->
            switch (q.n()) {
              case 1 -> new Reply(2);
              case 2 -> throw ServiceException.conflict("taken");
              default -> throw new IllegalStateException("secret inner text");
            },
        4);
    Reply reply = bus.<Reply>request(Address.USER, new Question(1)).await();
    assertEquals(2, reply.n());
    ServiceException refusal =
        assertThrows(
            ServiceException.class, () -> bus.request(Address.USER, new Question(2)).await());
    assertEquals(ServiceException.Reason.CONFLICT, refusal.reason());
    assertEquals("taken", refusal.detail().textValue());
    BusException fault =
        assertThrows(BusException.class, () -> bus.request(Address.USER, new Question(3)).await());
    assertTrue(!fault.getMessage().contains("secret"));
  }

  @Test
  void nobodyThereIsUnavailable() {
    ServiceException r =
        assertThrows(
            ServiceException.class,
            () -> bus.request("nobody", new Ack(), Duration.ofMillis(200)).await());
    assertEquals(ServiceException.Reason.UNAVAILABLE, r.reason());
  }

  @Test
  void servedMessagesOverlapUpToTheLimit() {
    AtomicInteger now = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    Promise<Void> three = Promise.promise();
    serve(
        q -> {
          if (most.accumulateAndGet(now.incrementAndGet(), Math::max) == 3) {
            three.tryComplete();
          }
          three.future().await();
          vertx.timer(50, java.util.concurrent.TimeUnit.MILLISECONDS).await();
          now.decrementAndGet();
          return new Reply(q.n());
        },
        3);
    List<Future<BusMessage>> asked = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      asked.add(bus.request(Address.USER, new Question(i)));
    }
    Future.all(asked).await();
    assertEquals(3, most.get());
  }

  @Test
  void anOwnedActorTakesOneMessageAfterAnotherAlsoAcrossAwaits() {
    AtomicInteger now = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    deploy(
        () -> {
          bus.serveOwned(
              "actor.x.1",
              Question.class,
              q -> {
                most.accumulateAndGet(now.incrementAndGet(), Math::max);
                Promise<Void> p = Promise.promise();
                vertx.setTimer(10, id -> p.complete());
                p.future().await();
                now.decrementAndGet();
                return new Reply(q.n());
              });
          return Future.succeededFuture();
        });
    List<Future<BusMessage>> asked = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      asked.add(bus.request("actor.x.1", new Question(i), Duration.ofSeconds(60)));
    }
    Future.all(asked).await();
    assertEquals(1, most.get());
  }

  @Test
  void anActorThatEndsAmidAMessageIsNoFaultButToBeAskedAgain() {
    CountDownLatch asked = new CountDownLatch(1);
    String deployment =
        deploy(
            () -> {
              bus.serveOwned(
                  "actor.x.1",
                  Question.class,
                  q -> {
                    asked.countDown();
                    Promise.promise().future().await();
                    return new Reply(q.n());
                  });
              return Future.succeededFuture();
            });
    Future<BusMessage> answer = bus.request("actor.x.1", new Question(1), Duration.ofSeconds(60));
    assertDoesNotThrow(() -> asked.await());
    vertx.undeploy(deployment).await();
    ServiceException refusal = assertThrows(ServiceException.class, answer::await);
    assertEquals(ServiceException.Reason.UNAVAILABLE, refusal.reason());
  }

  /** An interrupted command may have committed, and a client retries after a 503. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aCommandThatIsBrokenOffIsAFaultAlsoWhereTheDatabaseSaysTryAgain(boolean translated) {
    CountDownLatch asked = new CountDownLatch(1);
    String deployment =
        deploy(
            () ->
                bus.serve(
                    Address.USER,
                    Question.class,
                    4,
                    q -> {
                      asked.countDown();
                      try {
                        Promise.promise().future().await();
                      } catch (Exception e) {
                        throw translated ? SqlErrors.translate(e) : new IllegalStateException(e);
                      }
                      return new Reply(q.n());
                    }));
    Future<BusMessage> answer = bus.request(Address.USER, new Question(1));
    assertDoesNotThrow(() -> asked.await());
    vertx.undeploy(deployment).await();
    assertThrows(BusException.class, answer::await);
  }

  /**
   * Returns a cluster manager of one node that fails the registration of this address the given
   * number of times.
   */
  private static ClusterManager failingRegistration(
      String address, AtomicInteger times, List<String> told) {
    AtomicReference<NodeInfo> node = new AtomicReference<>();
    return (ClusterManager)
        Proxy.newProxyInstance(
            BusTest.class.getClassLoader(),
            new Class<?>[] {ClusterManager.class},
            (proxy, method, args) -> {
              Object last = args == null ? null : args[args.length - 1];
              if (last instanceof Completable<?> done) {
                switch (method.getName()) {
                  case "addRegistration" -> {
                    if (args[0].equals(address) && times.getAndDecrement() > 0) {
                      done.fail("not now");
                      return null;
                    }
                    told.add((String) args[0]);
                    done.succeed();
                  }
                  case "setNodeInfo" -> {
                    node.set((NodeInfo) args[0]);
                    done.succeed();
                  }
                  default -> done.succeed();
                }
                return null;
              }
              return switch (method.getName()) {
                case "getNodeId" -> "one";
                case "getNodes" -> List.of("one");
                case "getNodeInfo" -> node.get();
                case "isActive" -> true;
                default -> null;
              };
            });
  }

  @Test
  void whatTheClusterDidNotTakeIsToldAgainAndServedMeanwhile() {
    AtomicInteger times = new AtomicInteger(1);
    List<String> told = new CopyOnWriteArrayList<>();
    Vertx clustered =
        Vertx.builder()
            .with(
                new VertxOptions()
                    .setEventBusOptions(new EventBusOptions().setHost("127.0.0.1").setPort(0)))
            .withClusterManager(failingRegistration("actor.x.1", times, told))
            .buildClustered()
            .await();
    try {
      vertx.close().await();
      vertx = clustered;
      bus = Bus.create(vertx);
      List<MessageConsumer<BusMessage>> served = new CopyOnWriteArrayList<>();
      deploy(
          () -> {
            served.add(bus.serveOwned("actor.x.1", Question.class, q -> new Reply(q.n())));
            return Future.succeededFuture();
          });
      for (int i = 0; i < 4; i++) {
        assertEquals(i, request(i));
      }
      eventually(Duration.ofSeconds(60), () -> assertEquals(List.of("actor.x.1"), own(told)));
      // The address is registered twice now, and each request gets exactly one reply.
      for (int i = 0; i < 4; i++) {
        assertEquals(i, request(i));
      }
      served.getFirst().unregister().await();
      eventually(
          Duration.ofSeconds(60),
          () ->
              assertThrows(
                  IllegalArgumentException.class,
                  () -> bus.request("actor.x.1", new Question(1), Duration.ofSeconds(5)).await()));
    } finally {
      clustered.close().await();
    }
  }

  private static List<String> own(List<String> told) {
    return told.stream().filter(a -> a.startsWith("actor.")).toList();
  }

  private int request(int n) {
    return bus.<Reply>request("actor.x.1", new Question(n), Duration.ofSeconds(60)).await().n();
  }

  @Test
  void localMessagesAreNeverEncodedAndRemoteOnesComeBackEqual() {
    RecordCodec codec = new RecordCodec();
    codec.register(Reply.class);
    assertThrows(
        IllegalArgumentException.class, () -> codec.encodeToWire(Buffer.buffer(), new Question(1)));
    assertThrows(IllegalArgumentException.class, () -> bus.send("elsewhere", new Question(1)));
    assertThrows(IllegalArgumentException.class, () -> bus.publish("elsewhere", new Question(1)));
    Buffer wire = Buffer.buffer("head");
    codec.encodeToWire(wire, new Reply(7));
    assertEquals(new Reply(7), codec.decodeFromWire(4, wire));
    Rejected refused =
        Rejected.of(
            new ServiceException(
                ServiceException.Reason.TOO_MANY,
                Json.object().put("a", 1),
                Duration.ofSeconds(3)));
    Buffer second = Buffer.buffer();
    codec.encodeToWire(second, refused);
    assertEquals(refused, codec.decodeFromWire(0, second));
  }

  private static Buffer wire(String json) {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    return Buffer.buffer().appendInt(bytes.length).appendBytes(bytes);
  }

  @Test
  void whatIsNoWholeMessageIsRefused() {
    RecordCodec codec = new RecordCodec();
    Buffer lies = Buffer.buffer().appendInt(Integer.MAX_VALUE).appendString("{}");
    for (Buffer wire :
        List.of(
            Buffer.buffer("abc"),
            lies,
            Buffer.buffer().appendInt(-1),
            wire("{\"t\":\"Ack\""),
            wire("{\"t\":\"Ack\"}"),
            wire("{\"t\":\"Ack\",\"b\":null}"))) {
      assertThrows(
          IllegalArgumentException.class, () -> codec.decodeFromWire(0, wire), wire.toString());
    }
  }

  /** The record as an earlier or later version may define it. */
  private record EvolvedMessage(int n, String later, boolean flag) implements BusMessage.Remote {}

  @Test
  void nodesOfTwoVersionsUnderstandEachOther() {
    RecordCodec codec = new RecordCodec();
    codec.register(Reply.class);
    codec.register(EvolvedMessage.class);
    assertEquals(
        new Reply(7),
        codec.decodeFromWire(
            0, wire("{\"t\":\"Reply\",\"b\":{\"n\":7,\"later\":{\"x\":1}},\"v\":2}")));
    assertEquals(
        new EvolvedMessage(7, null, false),
        codec.decodeFromWire(0, wire("{\"t\":\"EvolvedMessage\",\"b\":{\"n\":7}}")));
    IllegalArgumentException unknown =
        assertThrows(
            IllegalArgumentException.class,
            () -> codec.decodeFromWire(0, wire("{\"t\":\"Unknown\",\"b\":{\"name\":\"secret\"}}")));
    assertEquals("unknown message Unknown", unknown.getMessage());
  }
}
