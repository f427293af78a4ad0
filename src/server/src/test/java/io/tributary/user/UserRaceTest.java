package io.tributary.user;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class UserRaceTest {
  private TestNode node;

  @BeforeEach
  void start() {
    node = TestNode.start();
  }

  @AfterEach
  void stop() {
    node.close();
  }

  /** Runs all calls concurrently. */
  private static List<TestResponse> runConcurrently(int n, IntFunction<TestResponse> call)
      throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      CountDownLatch go = new CountDownLatch(1);
      List<Future<TestResponse>> running = new ArrayList<>();
      for (int i = 0; i < n; i++) {
        int number = i;
        running.add(
            threads.submit(
                () -> {
                  go.await();
                  return call.apply(number);
                }));
      }
      go.countDown();
      List<TestResponse> out = new ArrayList<>();
      for (Future<TestResponse> f : running) {
        out.add(f.get());
      }
      return out;
    }
  }

  private static long ok(List<TestResponse> answers) {
    answers.stream().filter(a -> a.status() != 200).forEach(a -> a.expect(400));
    return answers.stream().filter(a -> a.status() == 200).count();
  }

  @Test
  void oneReferenceMakesOneUser() throws Exception {
    List<TestResponse> answers =
        runConcurrently(20, i -> node.post("/v2/user", "{\"client_user_id\":\"same\"}"));
    assertEquals(1, ok(answers));
    String winner =
        answers.stream()
            .filter(a -> a.status() == 200)
            .findFirst()
            .orElseThrow()
            .json()
            .get("user_id")
            .asText();
    answers.stream()
        .filter(a -> a.status() == 400)
        .forEach(a -> assertEquals(winner, a.json().at("/detail/user_id").asText()));
  }

  @Test
  void aSandboxNeverHoldsMoreThanFifty() throws Exception {
    List<TestResponse> answers =
        runConcurrently(60, i -> node.post("/v2/user", "{\"client_user_id\":\"u" + i + "\"}"));
    assertEquals(50, ok(answers));
    assertEquals(50, node.get("/v2/user").json().get("total").asInt());
    String one = node.get("/v2/user").json().at("/users/0/user_id").asText();
    node.call("DELETE", "/v2/user/" + one, null).expect(200);
    node.post("/v2/user", "{\"client_user_id\":\"next\"}").expect(200);
    node.post("/v2/user/undo_delete?user_id=" + one, null).expect(400);
  }

  @Test
  void oneDeletionIsUndoneOnce() throws Exception {
    String id = node.post("/v2/user", "{\"client_user_id\":\"x\"}").json().get("user_id").asText();
    node.call("DELETE", "/v2/user/" + id, null).expect(200);
    List<TestResponse> answers =
        runConcurrently(10, i -> node.post("/v2/user/undo_delete?user_id=" + id, null));
    assertEquals(1, answers.stream().filter(a -> a.status() == 200).count());
    assertEquals(9, answers.stream().filter(a -> a.status() == 404).count());
  }
}
