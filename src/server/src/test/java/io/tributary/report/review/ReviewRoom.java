package io.tributary.report.review;

import io.tributary.testkit.TestNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** A node of its own, with reports to review, for each class of tests. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ReviewRoom {
  TestNode node;
  ReviewDesk desk;

  @BeforeAll
  void open() {
    node = TestNode.start();
    desk = new ReviewDesk(node);
  }

  @AfterAll
  void close() {
    node.close();
  }
}
