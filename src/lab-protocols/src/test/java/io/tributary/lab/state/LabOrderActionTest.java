package io.tributary.lab.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.lab.state.ResultTransitions.ResultKind;
import io.tributary.lab.state.TransactionStatus.Member;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Permitted actions by actor and status, and the effects of a transition. */
class LabOrderActionTest {
  private static Set<LowStatus> allowed(LabOrderAction action, Modality modality) {
    EnumSet<LowStatus> out = EnumSet.noneOf(LowStatus.class);
    for (LowStatus low : LowStatus.values()) {
      if (action.isAllowed(modality, low)) {
        out.add(low);
      }
    }
    return out;
  }

  private static Set<LowStatus> named(String right, String modality) {
    return SpecificationRows.of("rights.csv").stream()
        .filter(row -> row.get(0).equals(right) && row.get(1).equals(modality))
        .map(row -> SpecificationRows.low(row.get(2)))
        .collect(Collectors.toCollection(() -> EnumSet.noneOf(LowStatus.class)));
  }

  @Test
  void cancellingIsAllowedWhereTheContractSays() {
    for (String name :
        List.of(
            "walk_in_test",
            "at_home_phlebotomy",
            "on_site_collection",
            "testkit",
            "testkit_registrable")) {
      Set<LowStatus> named = named("cancellable", name);
      assertFalse(named.isEmpty());
      assertEquals(named, allowed(LabOrderAction.CANCEL, SpecificationRows.modality(name)), name);
    }
  }

  @Test
  void resultsAttachWhereTheContractSays() {
    for (String name :
        List.of("walk_in_test", "at_home_phlebotomy", "on_site_collection", "testkit")) {
      Set<LowStatus> named = named("result_ready", name);
      assertFalse(named.isEmpty());
      assertEquals(
          named, allowed(LabOrderAction.ATTACH_RESULT, SpecificationRows.modality(name)), name);
    }
    assertEquals(
        named("result_ready", "testkit"),
        allowed(LabOrderAction.ATTACH_RESULT, Modality.REGISTRABLE_KIT));
  }

  @ParameterizedTest
  @EnumSource
  void theDayOfSendingMovesOnlyBeforeSending(Modality modality) {
    Set<LowStatus> named = named("activate_by_patchable", "*");
    assertEquals(2, named.size());
    named.retainAll(modality.transitions().states());
    assertEquals(named, allowed(LabOrderAction.CHANGE_ACTIVATE_BY, modality));
  }

  @ParameterizedTest
  @EnumSource
  void whatHasAMoveIsAllowedWhereTheMoveIs(Modality modality) {
    for (LowStatus low : LowStatus.values()) {
      Set<LowStatus> after = modality.transitions().successors(low);
      assertEquals(
          after.contains(LowStatus.DO_NOT_PROCESS),
          LabOrderAction.STOP_PROCESSING.isAllowed(modality, low));
      assertEquals(
          after.contains(LowStatus.REGISTERED), LabOrderAction.REGISTER.isAllowed(modality, low));
      assertEquals(
          after.contains(LowStatus.CORRECTED),
          LabOrderAction.CORRECT_RESULT.isAllowed(modality, low));
      if (LabOrderAction.REPORT_DRAW.isAllowed(modality, low)) {
        assertTrue(after.contains(LowStatus.DRAW_COMPLETED));
      }
      if (LabOrderAction.BOOK.isAllowed(modality, low)) {
        assertTrue(after.contains(LowStatus.APPOINTMENT_PENDING));
      }
    }
  }

  @Test
  void onlySitesReportDraws() {
    for (Modality modality : Modality.values()) {
      assertEquals(
          modality == Modality.ON_SITE
              ? EnumSet.of(LowStatus.REQUISITION_CREATED, LowStatus.REQUISITION_BYPASSED)
              : EnumSet.noneOf(LowStatus.class),
          allowed(LabOrderAction.REPORT_DRAW, modality));
    }
  }

  @Test
  void appointmentsAreForWalkInAndPhlebotomy() {
    for (Modality modality : Modality.values()) {
      boolean takes = modality == Modality.WALK_IN || modality == Modality.PHLEBOTOMY;
      assertEquals(
          takes
              ? EnumSet.of(
                  LowStatus.REQUISITION_CREATED,
                  LowStatus.REQUISITION_BYPASSED,
                  LowStatus.APPOINTMENT_CANCELLED)
              : EnumSet.noneOf(LowStatus.class),
          allowed(LabOrderAction.BOOK, modality));
      assertEquals(
          takes ? EnumSet.of(LowStatus.ORDERED) : EnumSet.noneOf(LowStatus.class),
          allowed(LabOrderAction.BOOK_AHEAD, modality));
      assertEquals(
          takes
              ? EnumSet.of(LowStatus.APPOINTMENT_PENDING, LowStatus.APPOINTMENT_SCHEDULED)
              : EnumSet.noneOf(LowStatus.class),
          allowed(LabOrderAction.RESCHEDULE, modality));
    }
  }

  @ParameterizedTest
  @EnumSource
  void nothingIsDoneAtAnEnd(Modality modality) {
    for (LowStatus low : modality.transitions().states()) {
      if (modality.transitions().isFinal(low)) {
        for (LabOrderAction action : LabOrderAction.values()) {
          assertFalse(action.isAllowed(modality, low), () -> action + " at " + low);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatAResultMayAttachToItMovesExceptPartsOfAKit(Modality modality) {
    for (LowStatus from : LowStatus.values()) {
      for (ResultKind kind : ResultKind.values()) {
        List<LowStatus> steps = ResultTransitions.after(modality, from, kind);
        if (!steps.isEmpty()) {
          assertTrue(modality.transitions().allows(from, steps.getFirst()));
          assertEquals(1, steps.size());
        }
        boolean attaches = LabOrderAction.ATTACH_RESULT.isAllowed(modality, from);
        switch (kind) {
          case FINAL -> assertEquals(attaches, !steps.isEmpty(), from::name);
          case PARTIAL -> assertEquals(attaches && !modality.isKit(), !steps.isEmpty());
          case FINAL_WITH_REDRAW ->
              assertEquals(attaches && modality == Modality.WALK_IN, !steps.isEmpty());
          case CORRECTION ->
              assertEquals(
                  LabOrderAction.CORRECT_RESULT.isAllowed(modality, from), !steps.isEmpty());
        }
      }
    }
  }

  @Test
  void aReviewerAssertsTheDrawNobodyReported() {
    for (LowStatus from :
        List.of(
            LowStatus.REQUISITION_CREATED,
            LowStatus.REQUISITION_BYPASSED,
            LowStatus.APPOINTMENT_PENDING,
            LowStatus.APPOINTMENT_SCHEDULED,
            LowStatus.APPOINTMENT_CANCELLED)) {
      assertEquals(
          List.of(LowStatus.DRAW_COMPLETED, LowStatus.COMPLETED),
          ResultTransitions.afterReview(Modality.PHLEBOTOMY, from, ResultKind.FINAL));
      assertEquals(
          List.of(LowStatus.DRAW_COMPLETED, LowStatus.PARTIAL_RESULTS),
          ResultTransitions.afterReview(Modality.PHLEBOTOMY, from, ResultKind.PARTIAL));
      assertEquals(
          List.of(),
          ResultTransitions.afterReview(Modality.PHLEBOTOMY, from, ResultKind.CORRECTION));
    }
    assertEquals(
        List.of(),
        ResultTransitions.afterReview(Modality.PHLEBOTOMY, LowStatus.ORDERED, ResultKind.FINAL));
    assertEquals(
        List.of(LowStatus.COMPLETED),
        ResultTransitions.afterReview(
            Modality.ON_SITE, LowStatus.REQUISITION_CREATED, ResultKind.FINAL));
  }

  @Test
  void redrawsAreForFaultsOfTheLabInAnInitialWalkIn() {
    List<String> fault = List.of("unknown_failure", "internal_lab_failure");
    assertTrue(RedrawRule.applies(Modality.WALK_IN, OrderOrigin.INITIAL, "quest", true, fault));
    assertFalse(RedrawRule.applies(Modality.WALK_IN, OrderOrigin.INITIAL, "quest", false, fault));
    assertFalse(
        RedrawRule.applies(Modality.WALK_IN, OrderOrigin.INITIAL, "sonora_quest", true, fault));
    assertFalse(RedrawRule.applies(Modality.WALK_IN, OrderOrigin.REDRAW, "quest", true, fault));
    assertFalse(RedrawRule.applies(Modality.WALK_IN, OrderOrigin.RECREATION, "quest", true, fault));
    assertFalse(RedrawRule.applies(Modality.PHLEBOTOMY, OrderOrigin.INITIAL, "quest", true, fault));
    assertFalse(
        RedrawRule.applies(
            Modality.WALK_IN, OrderOrigin.INITIAL, "quest", true, List.of("non_failure")));
    assertFalse(
        RedrawRule.applies(Modality.WALK_IN, OrderOrigin.INITIAL, "quest", true, List.of()));
  }

  @Test
  void everyEventIsToldButPartialResultsOnlyOnWish() {
    for (LowStatus low : LowStatus.values()) {
      for (boolean partials : new boolean[] {true, false}) {
        assertEquals(Optional.of(OrderEventType.CREATED), OrderEventType.of(true, low, partials));
        boolean silent = low == LowStatus.PARTIAL_RESULTS && !partials;
        assertEquals(
            silent ? Optional.empty() : Optional.of(OrderEventType.UPDATED),
            OrderEventType.of(false, low, partials));
      }
    }
    assertEquals("labtest.order.created", OrderEventType.CREATED.eventType());
    assertEquals("labtest.order.updated", OrderEventType.UPDATED.eventType());
  }

  @Test
  void aTransactionStandsWhereItsOrdersStand() {
    Member running = new Member(Modality.WALK_IN, LowStatus.REQUISITION_CREATED);
    Member done = new Member(Modality.WALK_IN, LowStatus.COMPLETED);
    Member corrected = new Member(Modality.KIT, LowStatus.CORRECTED);
    Member cancelled = new Member(Modality.KIT, LowStatus.CANCELLED);
    Member stopped = new Member(Modality.KIT, LowStatus.DO_NOT_PROCESS);
    Member redrawn = new Member(Modality.WALK_IN, LowStatus.REDRAW_AVAILABLE);
    Member failed = new Member(Modality.KIT, LowStatus.LOST);
    assertEquals(TransactionStatus.ACTIVE, TransactionStatus.of(List.of(running)));
    assertEquals(TransactionStatus.ACTIVE, TransactionStatus.of(List.of(done, running)));
    assertEquals(TransactionStatus.ACTIVE, TransactionStatus.of(List.of(cancelled, running)));
    assertEquals(TransactionStatus.ACTIVE, TransactionStatus.of(List.of(redrawn, running)));
    assertEquals(TransactionStatus.COMPLETED, TransactionStatus.of(List.of(redrawn, done)));
    assertEquals(TransactionStatus.COMPLETED, TransactionStatus.of(List.of(cancelled, done)));
    assertEquals(TransactionStatus.COMPLETED, TransactionStatus.of(List.of(corrected)));
    assertEquals(TransactionStatus.COMPLETED, TransactionStatus.of(List.of(failed, cancelled)));
    assertEquals(TransactionStatus.CANCELLED, TransactionStatus.of(List.of(cancelled, stopped)));
  }

  @Test
  void visitsMoveAsTheContractSaysAndMoveTheirOrders() {
    Set<String> rows =
        SpecificationRows.of("appointments.csv").stream()
            .map(row -> String.join(",", row))
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> own = new TreeSet<>();
    for (AppointmentStep from : AppointmentStep.values()) {
      AppointmentStep.transitions()
          .successors(from)
          .forEach(to -> own.add(from.wireName() + "," + to.wireName()));
    }
    assertEquals(11, own.size());
    assertEquals(rows, own);
    for (AppointmentStep step : AppointmentStep.values()) {
      for (Modality modality : List.of(Modality.WALK_IN, Modality.PHLEBOTOMY)) {
        step.orderStatus(modality)
            .ifPresent(low -> assertTrue(modality.transitions().states().contains(low)));
      }
    }
    assertEquals(
        Optional.of(LowStatus.DRAW_COMPLETED),
        AppointmentStep.COMPLETED.orderStatus(Modality.PHLEBOTOMY));
    assertEquals(Optional.empty(), AppointmentStep.COMPLETED.orderStatus(Modality.WALK_IN));
    assertEquals("confirmed", AppointmentStep.SCHEDULED.appointmentStatus());
    assertEquals("in_progress", AppointmentStep.IN_PROGRESS.appointmentStatus());
  }
}
