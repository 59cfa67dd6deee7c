BEGIN TRANSACTION;
CREATE TABLE lines (
	room VARCHAR(32) NOT NULL, 
	number BIGINT NOT NULL, 
	line TEXT NOT NULL, 
	at FLOAT NOT NULL, 
	said VARCHAR(200) NOT NULL, 
	PRIMARY KEY (room, number)
);
INSERT INTO "lines" VALUES('7454831115256c4d',1,'{"line":"answer","n":1,"sum":"bcda7ad0c21dece8","seat":"blue","request":"blue-1","given":{"answer":"layout","paces":{"blue-1":0,"blue-2":0,"blue-3":0},"mine":4}}',1.79506894415904331204e+09,'blue 9309e8ab-2');
INSERT INTO "lines" VALUES('7454831115256c4d',2,'{"line":"answer","n":2,"sum":"3c14630234a3eadc","seat":"red","request":"red-1","given":{"answer":"layout","paces":{"red-1":8,"red-2":8,"red-3":8},"mine":4}}',1.7950689441795098782e+09,'red 545109f8-2');
INSERT INTO "lines" VALUES('7454831115256c4d',3,'{"line":"roll","n":3,"sum":"dea62a3ae7ab1032","request":"chance-1","faces":[2]}',1.7950689441795098782e+09,'');
INSERT INTO "lines" VALUES('7454831115256c4d',4,'{"line":"roll","n":4,"sum":"413f3947e0300745","request":"chance-2","faces":[3]}',1.7950689441795098782e+09,'');
INSERT INTO "lines" VALUES('7454831115256c4d',5,'{"line":"roll","n":5,"sum":"1a5a0c696d33901e","request":"chance-3","faces":[2]}',1.7950689441795098782e+09,'');
INSERT INTO "lines" VALUES('7454831115256c4d',6,'{"line":"roll","n":6,"sum":"ae999eed41bdfb78","request":"chance-4","faces":[1]}',1.7950689441795098782e+09,'');
CREATE TABLE reasons (
	room VARCHAR(32) NOT NULL, 
	number BIGINT NOT NULL, 
	weighed BLOB NOT NULL, 
	PRIMARY KEY (room, number)
);
CREATE TABLE rooms (
	id VARCHAR(32) NOT NULL, 
	ruleset VARCHAR(100) NOT NULL, 
	header TEXT NOT NULL, 
	house TEXT NOT NULL, 
	players TEXT NOT NULL, 
	delay INTEGER NOT NULL, 
	begun FLOAT NOT NULL, 
	changed FLOAT NOT NULL, 
	asked TEXT NOT NULL, 
	outcome TEXT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "rooms" VALUES('7454831115256c4d','ambush-1','{"firelane":1,"program":"0.1.0","ruleset":"ambush-1","tables":"f79a408ef97d40b6","seed":"87799a3ec6c9ea1bd2290214710f7b29","setup":{"carries":{"blue-1":["keen-eye"],"red-1":["thick-coat"]},"rounds":4}}','{}','{"blue":"human","red":"human"}',0,1.79506894403944587713e+09,1.79506894418452501299e+09,'["blue"]','');
CREATE TABLE schema_version (
	number INTEGER NOT NULL
);
INSERT INTO "schema_version" VALUES(2);
CREATE TABLE seats (
	secret VARCHAR(64) NOT NULL, 
	room VARCHAR(32) NOT NULL, 
	seat VARCHAR(100) NOT NULL, 
	own_dice INTEGER NOT NULL, 
	PRIMARY KEY (secret)
);
INSERT INTO "seats" VALUES('1e8ed2d119a95a548c81fb98bb5bdf616f109b3bfe0e8cdb6f7163c8155ef633','7454831115256c4d','blue',0);
INSERT INTO "seats" VALUES('77ed43952d97fa1e039eac0eba9cece54bafa8e731ef5d04fc45dfe22b3e88cc','7454831115256c4d','red',0);
INSERT INTO "seats" VALUES('ec0eda48edd683bfcb072364877fca00646f14b6ca58e44ab22901cbdac46820','7454831115256c4d','',0);
CREATE INDEX ix_seats_room ON seats (room);
COMMIT;
