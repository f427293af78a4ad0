package io.tributary.report.review;

import io.tributary.testkit.TestNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** A separate node with reports to review for each test class. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ReviewTestBase {
  TestNode node;
  ReviewFixture desk;

  @BeforeAll
  void open() {
    node = TestNode.start();
    desk = new ReviewFixture(node);
  }

  @AfterAll
  void close() {
    node.close();
  }
}
