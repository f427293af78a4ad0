package io.tributary.tools.corpus;

import java.util.List;

/** Region of a report, with its personal names, laboratory names and addresses. */
enum LabRegion {
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
      "450 Birchmount Cres NW;Ellerslie AB T9X 0X0;1-800-555-0166"),
  US_SOUTHWEST(
      "Brenda Consuelo Jolene Kayla Marisol Rochelle Yesenia",
      "Alejandro Dale Ernesto Marcus Randall Trevon Wyatt",
      "Begay Castaneda Duffy Espinoza Holloway Kirkpatrick Tsosie Villarreal Whitaker",
      "Mesquite Basin Medical Center;Canyon Rim Urgent Care;Alder Creek Family Health;"
          + "Tidewater Reference Laboratories",
      "7780 E. Ocotillo Pkwy;Palo Seco, NM 87999;Phone: (555) 016-2200"),
  SCOTLAND(
      "Ailsa Catriona Eilidh Fiona Kirsty Morag Shona",
      "Blair Duncan Euan Gregor Lewis Ross Struan",
      "Abercrombie Buchanan Cruickshank Drummond Galbraith Kinnaird MacLeod Urquhart",
      "Strathfillan Royal Infirmary;Kinnaird Laboratory Services",
      "Dept of Laboratory Medicine;Castle Brae, Strathfillan EX9 9ZZ;Tel 01632 960288"),
  IRELAND(
      "Aoife Caoimhe Grainne Niamh Orla Roisin Sinead",
      "Cathal Cormac Declan Eoin Fergus Padraig Tadhg",
      "Brannigan Conneely Fogarty Geraghty McDonagh O'Driscoll O'Sullivan Tierney",
      "Corrib University Hospital;Liffeyside Clinical Laboratory",
      "Pathology Directorate;Quay Road, Ballinamore;Ext. 5510"),
  GERMANY(
      "Anneliese Birgit Franziska Heike Jutta Sabine Ulrike",
      "Dieter Florian Holger Jürgen Klaus Rüdiger Wolfgang",
      "Baumgärtner Hoffmann Kröger Müller Obermeier Schäfer Stöhr Zimmermann",
      "Labor Isartal MVZ GmbH;Institut für Labordiagnostik Dr. Stöhr",
      "Am Anger 7;99998 Oberau a. d. Isar;Telefon +49 555 7710-0"),
  FRANCE(
      "Amélie Brigitte Céline Élodie Geneviève Mathilde Solène",
      "Baptiste Étienne Frédéric Gaël Laurent Olivier Rémi",
      "Aubert Chevalier Delacourt Fontaine Girard Lefèvre Marchand Thibault",
      "Laboratoire du Val d'Orge;BioSelas Les Tilleuls",
      "3 place du Marché;99130 Saint-Aubin-sur-Orge;Tél. 01 99 00 12 34"),
  SPAIN(
      "Almudena Begoña Encarnación Inés Macarena Montserrat Rocío",
      "Álvaro Gonzalo Iñaki Jordi Rubén Santiago Xavier",
      "Aguirre Benítez Cabrera Echeverría Ibáñez Muñoz Peñalver Zubizarreta",
      "Clínica Levante Análisis;Laboratorios Peñalver",
      "Av. del Puerto 48, bajo;99046 Playa Honda;Tel. 960 555 114"),
  NETHERLANDS(
      "Anouk Femke Hanneke Lotte Mieke Saskia Willemijn",
      "Bas Diederik Jelle Maarten Pim Sjoerd Wouter",
      "Bakker Dijkstra Hoekstra Kuipers Mulder Postma Veenstra Zijlstra",
      "Stichting Huisartsenlab Polder;Medlon Waterland",
      "Dijkweg 101;9999 XA Noorderwaard;Tel. 0555-123456"),
  NORDIC(
      "Astrid Åse Elina Gudrun Marjatta Sølvi Tuva",
      "Anders Bjørn Håkon Jukka Lars Søren Øystein",
      "Ekström Haugen Kjær Korhonen Lindgård Nygård Sjöberg Virtanen",
      "Fjordane Medisinske Laboratorium;Kystlab AS",
      "Sykehusveien 2;9998 Nordvågen;Tlf. 55 50 12 34"),
  IN_SOUTH(
      "Bhavani Gayatri Ishwarya Nandini Revathi Sowmya Vasundhara",
      "Aravind Gopal Karthik Madhavan Raghunath Srinivas Vignesh",
      "Balasubramanian Chandrasekhar Gowda Hegde Iyengar Krishnamurthy Rangaswamy Varma",
      "Deccan Precision Diagnostics;Vaidya Clinical Labs Pvt. Ltd.",
      "No. 27/3, Temple Tank Street;Kaveripet - 600998;Helpline 1800-555-0077"),
  GULF(
      "Alia Hessa Joumana Latifa Maitha Noura Reem",
      "Faisal Hamad Jassim Khalid Mansour Rashid Saif",
      "Alkaabi Almarri Alsuwaidi Haddad Khoury Nasser Rahman Sabbagh",
      "Khaleej Medical Laboratory;Al Waha Diagnostic Center",
      "Corniche Tower, Mezzanine;P.O. Box 99871;Tel. 04 555 0199"),
  AU_WEST(
      "Alannah Bindi Georgia Jacinta Kylie Rhonda Tahlia",
      "Barry Cooper Dougal Jarrah Lawson Nathaniel Rohan",
      "Bannister Fitzpatrick Gallagher Kostopoulos McIntyre Nowak Pham Vukovic",
      "Murchison Pathology;Swan Coast Laboratories",
      "62 Cable Tce, Geraldry WA 6999;ABN 99 000 111 222;Ph 08 5550 7788"),
  BRAZIL(
      "Adriana Conceição Fabiana Juliana Luísa Rosângela Thaís",
      "Caio Fábio Gilberto João Leandro Murilo Vinícius",
      "Albuquerque Barbosa Cavalcanti Figueiredo Guimarães Magalhães Sobrinho Teixeira",
      "Laboratório Bandeirantes;Análises Clínicas Ipê Amarelo",
      "Rua das Palmeiras, 455;99010-000 Vila Serena;SAC 0800 555 0199"),
  ZA_NORTH(
      "Boitumelo Ilse Marietjie Naledi Tshegofatso Zanele",
      "Francois Hendrik Lwazi Mpho Tumelo Willem",
      "Coetzee Labuschagne Mabunda Maluleke Nkosi Ramaphiri Swanepoel",
      "Highveld Pathologists;Drs Coetzee, Nkosi & Partners",
      "21 Ridge Street, Witkoppies 1999;PR 5299998;T 011 555 0220");

  private final String female;
  private final String male;
  private final String last;
  private final String labs;
  private final String address;

  LabRegion(String female, String male, String last, String labs, String address) {
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
