package io.tributary.bench.report;

import java.util.List;

/**
 * Where a report comes from: who lives there, what laboratories are called, how they are reached.
 */
enum Region {
  US(
      "Ashley Brittany Denise Guadalupe Heather Latoya Megan Theresa",
      "Anthony Brandon Curtis Derrick Gregory Jose Tyler Wesley",
      "Alvarez Boudreaux Chen Dombrowski Hutchinson McAllister Nguyen Okafor Ramirez Vanderpool",
      "Crestline Clinical Labs;Tri-County Health Laboratory;Quillmark Diagnostics;Orchard Valley"
          + " Medical Center;Beacon Street Laboratories;Palmetto Reference Laboratory",
      "2210 N. Alder Ave, Suite 140;Fairmont, TX 78214;Tel (555) 010-4477  Fax (555) 010-4478"),
  UK(
      "Abigail Bethan Gillian Isobel Maureen Niamh Siobhan Zara",
      "Alistair Callum Graham Hamish Nigel Rhys Stuart Tariq",
      "Ackroyd Braithwaite Chaudhry Featherstone Llewellyn McKenzie Oyelaran Pritchard Sutcliffe",
      "Northfield University Hospitals;Ravenscar Pathology Network;Dr Loxley Medical Laboratories;"
          + "West Fenland Clinical Biochemistry",
      "Level 2, Pathology Block;Harrow Lane, Ravenscar YO99 4ZZ;Enquiries 01632 960417"),
  AU(
      "Bronwyn Chloe Kirra Matilda Narelle Thi Shontelle Yvonne",
      "Angus Bruce Darcy Hugo Lachlan Minh Trevor Warren",
      "Baxter Costigan Delacroix Nguyen O'Halloran Papadopoulos Tran Wilkinson",
      "Banksia Pathology;Southern Gulf Pathology;Coolabah Medical Laboratories",
      "18 Jetty Road, Port Ellery SA 5999;ABN 00 123 456 789;Ph 08 5550 1234"),
  IN(
      "Ananya Deepika Fatima Kavitha Lakshmi Meenakshi Padma Sunita",
      "Arjun Harish Imran Mohan Prakash Suresh Venkatesh Yusuf",
      "Agarwal Banerjee Chatterjee Fernandes Kulkarni Menon Nair Patil Reddy Shaikh",
      "Arogya Path Labs;Dr. Kulkarni's Diagnostic Centre;Sanjeevani Diagnostics & Imaging;Niramaya"
          + " Clinical Laboratory",
      "Plot 14, 2nd Floor, M.G. Road;Nandipur - 560999;Customer care: 080-5550 1188"),
  EU(
      "Agnieszka Annika Chiara Eva Ingrid Marijke Sofia Zsofia",
      "Andreas Bartosz Emil Henrik Jeroen Luca Matthias Tomas",
      "Bergstrom Dubois Fischer Janssen Kovacs Lehmann Moretti Novak Rasmussen Visser",
      "Labor Dr. Lehmann & Partner;Valmora Laboratories;MVZ Laboratory Rosenau;Laboratoire du Lac",
      "Bahnhofstrasse 12;99999 Rosenau;Tel. +49 555 01234-0"),
  ZA(
      "Anele Chantelle Lerato Nomvula Refilwe Thandiwe",
      "Bongani Deon Kagiso Pieter Sipho Thabo",
      "Botha Dlamini Khumalo Mokoena Naidoo Pillay Steyn",
      "Karoo Pathologists;Drs Naidoo & Botha Inc.;Umhlali Laboratories",
      "Suite 3, Fynbos Medical Centre;Pr. No. 5200999;Tel 021 555 0134"),
  SG(
      "Aishah,Hui Min,Jia Wei,Mei Ling,Siti,Xin Yi",
      "Boon Kiat,Faizal,Jun Hao,Kumar,Wei Jie,Zhi Hao",
      "Chua Goh Lim Ng Tan Teo Wong",
      "Straits Medical Laboratory Pte Ltd;Orchid Diagnostics;Raffles Quay Clinical Laboratory",
      "8 Temasek Link #03-12;Singapore 099999;Tel: 6555 0182"),
  CA(
      "Aaliyah Brigitte Genevieve Jocelyn Kateri Manon",
      "Alain Dominic Gurpreet Liam Pierre Sebastien",
      "Beaulieu Cardinal Dhaliwal Fortin Gauthier MacIsaac Tremblay",
      "Prairie Wind Medical Labs;Northern Lights Diagnostics;Fraser Delta Laboratory Services",
      "450 Birchmount Cres NW;Ellerslie AB T9X 0X0;1-800-555-0166");

  private final String female;
  private final String male;
  private final String last;
  private final String labs;
  private final String address;

  Region(String female, String male, String last, String labs, String address) {
    this.female = female;
    this.male = male;
    this.last = last;
    this.labs = labs;
    this.address = address;
  }

  List<String> first(boolean woman) {
    String all = woman ? female : male;
    return List.of(all.split(all.contains(",") ? "," : " "));
  }

  List<String> last() {
    return List.of(last.split(" "));
  }

  List<String> labs() {
    return List.of(labs.split(";"));
  }

  List<String> address() {
    return List.of(address.split(";"));
  }
}
