package io.tributary.lab.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Modality;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SandboxPathTest {
  private static List<LowStatus> stepsOf(Modality modality, LowStatus from, LowStatus to) {
    SandboxPath walk = new SandboxPath(modality, to);
    List<LowStatus> out = new ArrayList<>();
    Optional<LowStatus> next = walk.next(from);
    while (next.isPresent()) {
      assertTrue(out.size() < 30, "no end: " + out);
      out.add(next.get());
      next = walk.next(next.get());
    }
    return out;
  }

  @ParameterizedTest
  @EnumSource(Modality.class)
  void theWholePathIsWalked(Modality modality) {
    List<LowStatus> path = modality.simulationPath();
    assertEquals(
        path.subList(1, path.size()), stepsOf(modality, LowStatus.ORDERED, path.getLast()));
  }

  @ParameterizedTest
  @EnumSource(Modality.class)
  void everyStepOfEveryWayIsAllowed(Modality modality) {
    for (LowStatus target : LowStatus.values()) {
      if (!new SandboxPath(modality, target).isPossible()) {
        continue;
      }
      for (LowStatus from : modality.transitions().states()) {
        LowStatus at = from;
        for (LowStatus step : stepsOf(modality, from, target)) {
          assertTrue(
              modality.transitions().allows(at, step), from + " to " + target + ": " + at + step);
          at = step;
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Modality.class)
  void theWayFromTheBeginningEndsWhereItShould(Modality modality) {
    for (LowStatus target : modality.transitions().reachableFrom(LowStatus.ORDERED)) {
      SandboxPath walk = new SandboxPath(modality, target);
      if (walk.isPossible() && target != LowStatus.ORDERED) {
        List<LowStatus> way = stepsOf(modality, LowStatus.ORDERED, target);
        assertEquals(target, way.getLast());
      }
    }
  }

  @Test
  void aSampleThatIsSpoiltIsSpoiltAsLateAsCanBe() {
    assertEquals(
        List.of(LowStatus.REQUISITION_CREATED, LowStatus.PARTIAL_RESULTS, LowStatus.SAMPLE_ERROR),
        stepsOf(Modality.WALK_IN, LowStatus.ORDERED, LowStatus.SAMPLE_ERROR));
  }

  @Test
  void whoeverStandsBesideThePathComesBackToIt() {
    assertEquals(
        List.of(LowStatus.PARTIAL_RESULTS, LowStatus.COMPLETED),
        stepsOf(Modality.WALK_IN, LowStatus.REQUISITION_BYPASSED, LowStatus.COMPLETED));
    assertEquals(
        LowStatus.APPOINTMENT_PENDING,
        stepsOf(Modality.PHLEBOTOMY, LowStatus.APPOINTMENT_CANCELLED, LowStatus.COMPLETED)
            .getFirst());
    assertEquals(
        List.of(LowStatus.DELIVERED_TO_LAB, LowStatus.COMPLETED),
        stepsOf(Modality.KIT, LowStatus.LAB_PROCESSING_BLOCKED, LowStatus.COMPLETED));
  }

  @Test
  void thereIsNoWayBackAndNoneToStrangers() {
    assertEquals(
        List.of(), stepsOf(Modality.WALK_IN, LowStatus.COMPLETED, LowStatus.REQUISITION_CREATED));
    assertFalse(new SandboxPath(Modality.WALK_IN, LowStatus.TRANSIT_LAB).isPossible());
  }

  @Test
  void onlyAPersonRegistersAKit() {
    assertEquals(SandboxPath.StepActor.CUSTOMER, SandboxPath.actorOf(LowStatus.REGISTERED));
    assertEquals(
        SandboxPath.StepActor.DISPATCH, SandboxPath.actorOf(LowStatus.REQUISITION_CREATED));
    assertEquals(SandboxPath.StepActor.RESULTS, SandboxPath.actorOf(LowStatus.PARTIAL_RESULTS));
    assertEquals(SandboxPath.StepActor.EXTERNAL, SandboxPath.actorOf(LowStatus.DRAW_COMPLETED));
  }
}
